import { href } from "react-router";
import { yourData } from "~/content/account";
import { ButtonLink, buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";

/** Links to export the user's data and to delete the account. */
export function YourData() {
  return (
    <Card>
      <h2 className="text-subheading">{yourData.title}</h2>
      <p className="mt-3 text-ink-soft">{yourData.download}</p>
      <a href={href("/account/export")} download className={buttonClass("secondary", "mt-4")}>
        {yourData.downloadButton}
      </a>
      <div className="stitch my-6" />
      <p className="text-ink-soft">{yourData.delete}</p>
      <ButtonLink to={href("/account/delete")} variant="secondary" className="mt-4">
        {yourData.deleteButton}
      </ButtonLink>
    </Card>
  );
}

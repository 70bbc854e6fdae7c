import { ButtonLink, buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";

/** Links to download one's data and to delete the account. */
export function YourData() {
  return (
    <Card>
      <h2 className="text-subheading">Your data</h2>
      <p className="mt-3 text-ink-soft">
        Everything we hold about you, as a JSON file: your profile, your items, your subscription
        and the messages you sent us.
      </p>
      <a href="/account/export" download className={buttonClass("secondary", "mt-4")}>
        Download my data
      </a>
      <div className="stitch my-6" />
      <p className="text-ink-soft">
        Deleting your account ends your subscription and removes all of that, for good.
      </p>
      <ButtonLink to="/account/delete" variant="secondary" className="mt-4">
        Delete my account
      </ButtonLink>
    </Card>
  );
}

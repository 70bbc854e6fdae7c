import { callToAction } from "~/content/home";
import { ButtonLink } from "~/ui/button";

/** The end of every page that sells something: on to the contact form, or to the work. */
export function CallToAction({ hasPortfolioLink = true }: { hasPortfolioLink?: boolean }) {
  return (
    <section aria-labelledby="call-to-action" className="pt-16 pb-20 sm:pt-24 sm:pb-28">
      <div className="wrap">
        <div className="stitch" />
        <div className="grid gap-8 pt-14 md:grid-cols-[1fr_auto] md:items-end">
          <div>
            <h2 id="call-to-action" className="text-title">
              {callToAction.title}
            </h2>
            <p className="mt-5 max-w-xl text-ink-soft text-lead">{callToAction.text}</p>
          </div>
          <div className="flex flex-wrap gap-3 md:justify-end">
            <ButtonLink to="/contact">{callToAction.contact}</ButtonLink>
            {hasPortfolioLink ? (
              <ButtonLink to="/portfolio" variant="secondary">
                {callToAction.work}
              </ButtonLink>
            ) : null}
          </div>
        </div>
      </div>
    </section>
  );
}

import { ButtonLink } from "~/ui/button";

export default function Home() {
  return (
    <section className="mx-auto max-w-6xl px-6 py-24">
      <h1 className="max-w-3xl font-bold text-5xl sm:text-7xl">Truly Custom Software</h1>
      <p className="mt-6 max-w-xl text-ink-soft text-lg">
        We design, build and look after software that fits the way your company already works.
      </p>
      <div className="mt-10 flex flex-wrap gap-4">
        <ButtonLink to="/auth/signup">Get Started</ButtonLink>
        <ButtonLink to="/pricing" variant="secondary">
          Pricing
        </ButtonLink>
      </div>
    </section>
  );
}

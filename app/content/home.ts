/** The words of the home page. */
export const hero = {
  title: "Truly Custom Software",
  lead: "Selvedge designs, builds and looks after software cut to the way your company already works. No seats to count, no process to bend, no spreadsheet on the side.",
} as const;

export const features = {
  title: "Most software is bought off the rack. You can feel where it pulls.",
  items: [
    {
      drawing: "knot",
      title: "Feeling Trapped?",
      text: "Your vendor sets the price, the roadmap and the export button. We get your data out, rebuild the part you live in, and hand you the keys together with the source.",
    },
    {
      drawing: "needle",
      title: "Need Guidance?",
      text: "You know the job; you should not have to know databases. We sit with the people who do the work, then say in plain words what to build, what to buy and what to leave alone.",
    },
    {
      drawing: "stretch",
      title: "Want Flexibility?",
      text: "Start with the one form everybody dreads. Add the next piece once the first has earned its keep, or stop there. Nothing we build needs us in order to keep running.",
    },
  ],
} as const;

export const tailored = {
  title: "Tailored software, in three fittings",
  lead: "A good suit takes a tape measure, a paper pattern and a seam you can let out later. Software that fits takes the same three things.",
  steps: [
    {
      drawing: "measure",
      title: "We measure before we cut",
      text: "We watch the work being done: the sticky notes, the second spreadsheet, the e-mail that starts with “just checking”. You get a short written plan that names what hurts, what it costs you and what we would build first.",
    },
    {
      drawing: "pattern",
      title: "We cut in pieces you can try on",
      text: "Every week there is something to click, with your own data in it. Whoever will use it says what pinches while changing it is still cheap. No big reveal, and no surprises on the invoice.",
    },
    {
      drawing: "seam",
      title: "We leave room in the seams",
      text: "Companies change shape. We write plain code with tests around it and keep the documents short enough to read, so that the next change is an afternoon, whether we make it or somebody else does.",
    },
  ],
} as const;

export const benefits = {
  title: "What is yours when we are done",
  lead: "POFlow began as one company's purchase orders going astray in an inbox. What they have today is what every client gets.",
  items: [
    {
      title: "The code, with your name on it",
      text: "Repository, domain, accounts and data belong to you from the first day.",
    },
    {
      title: "A price you saw beforehand",
      text: "Each piece is quoted in writing before we start it, and the quote is what you pay.",
    },
    {
      title: "The people who built it",
      text: "Write to us and a founder answers. There is no ticket queue to stand in.",
    },
    {
      title: "Software that stays awake",
      text: "Updates, backups and monitoring go on quietly for as long as you want them to.",
    },
  ],
} as const;

export const upkeep = {
  title: "And afterwards?",
  text: "A plan keeps it in good repair: updates, small alterations and somebody who picks up.",
} as const;

export const callToAction = {
  title: "Ready to get started?",
  text: "Tell us about one thing that gets in the way at work. You will hear what we would do about it, and whether you need us for it at all.",
} as const;

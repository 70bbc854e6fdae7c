/** Opens the question that the address names: /faq#cost. Not by `:target`, which is set after the page is parsed. */
function openQuestion(): void {
  const question = document.getElementById(location.hash.slice(1));
  if (question instanceof HTMLDetailsElement) question.open = true;
}

openQuestion();
addEventListener("hashchange", openQuestion);

export {};

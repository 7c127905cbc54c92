// Pages that a one-time link opens: takes the code out of the link's fragment, and the time zone
// from the browser.

const form = document.querySelector("form[data-setup]");
if (form) {
  const code = form.elements.namedItem("code");
  const sent = new URLSearchParams(location.hash.slice(1)).get("t");
  if (sent) {
    code.value = sent;
    // Neither the history nor a screenshot needs to keep it.
    history.replaceState(null, "", location.pathname);
  }
  // Nobody has to look at a link's code that is there already; one that was typed stays in view.
  if (code.value.startsWith("hub_")) code.closest(".field").hidden = true;

  const zone = form.elements.namedItem("timeZone");
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isGuessed = zone?.dataset.guess !== undefined;
  if (isGuessed && [...zone.options].some((item) => item.value === own)) zone.value = own;
}

// What scripts add to every page; each page is whole without them.

// Copy buttons: shown only here, because without a script they could do nothing.
for (const button of document.querySelectorAll("button[data-copy]")) {
  const label = button.querySelector("span");
  const name = label.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      label.textContent = "Copied";
    } catch {
      label.textContent = "Copy by hand";
    }
    setTimeout(() => { label.textContent = name; }, 2000);
  });
}

// One press, one request: a second press while the first is under way sends nothing.
addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent !== undefined) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "";
  event.submitter?.setAttribute("aria-disabled", "true");
});

// Coming back by the browser's own button shows the page as it was left: forms are fresh again.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    form.querySelector("[aria-disabled]")?.removeAttribute("aria-disabled");
  }
});

// Lets the browser keep the page that is shown while the Hub cannot be reached (worker.js).

const register = async () => {
  // Browsers count the address of a worker as a script; ours is the only one that this policy makes.
  const policy = window.trustedTypes?.createPolicy("hub-worker", { createScriptURL: () => "/worker.js" });
  await navigator.serviceWorker.register(policy?.createScriptURL("") ?? "/worker.js", { scope: "/" });
};

// Without TLS, and not on this machine, browsers keep nothing; then their own page says it.
if (navigator.serviceWorker) register().catch(() => {});

// On the kept page: goes on to what was wanted once the Hub answers.
if (document.querySelector("[data-unreached]")) {
  setInterval(async () => {
    const isBack = await fetch("/health").then((answer) => answer.ok, () => false);
    if (isBack) location.pathname === "/unreached" ? location.replace("/") : location.reload();
  }, 3_000);
}

// Counts the running session down (or up) in the page; the page itself is right without it.

const timer = document.querySelector("[data-timer]");
const offer = document.querySelector(".undo-offer");

const pad = (number) => String(number).padStart(2, "0");
const clock = (seconds) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}`
    : `${minutes}:${pad(seconds % 60)}`;
};

if (timer) {
  const { since, banked, planned } = timer.dataset;
  const value = timer.querySelector(".ring-value");
  const turn = timer.querySelector(".ring .fill");
  const title = document.title;

  const show = () => {
    const focused = Number(banked) + Math.max(0, Math.floor(Date.now() / 1000) - Number(since));
    const plan = Number(planned);
    if (plan > 0 && focused >= plan) {
      // The session has ended on its second; the server says so.
      location.replace("/");
      return;
    }
    const shown = clock(plan > 0 ? plan - focused : focused);
    value.textContent = shown;
    document.title = `${shown} · ${title}`;
    turn?.setAttribute("stroke-dasharray", `${Math.min(100, (focused / plan) * 100)} 200`);
    setTimeout(show, 1000 - (Date.now() % 1000));
  };
  show();
}

// The offer to take back goes after ten seconds, unless the person is at it.
if (offer) {
  const withdraw = () => {
    if (offer.matches(":hover, :focus-within")) setTimeout(withdraw, 2000);
    else offer.remove();
  };
  setTimeout(withdraw, 10000);
}

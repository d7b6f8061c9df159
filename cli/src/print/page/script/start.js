// ---- Everything else.

addEventListener("keydown", event => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  up();
});
byId("title").textContent = isSize ? "What takes the space" : "The bytes, explained";
byId("about").textContent = `offload-bundle ${content.version} ${content.command}: ${about()}`;
byId("remarks").replaceChildren(...leftOut().concat(report.wrong.map(short)).map(note => make("li", {}, note)));
show(at(location.hash));
document.documentElement.dataset.ready = "true";

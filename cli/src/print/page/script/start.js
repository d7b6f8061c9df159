// ---- Everything else.

addEventListener("keydown", event => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  up();
});
byId("title").textContent = content.command === "size" ? "What takes the space" : "The bytes, explained";
byId("about").textContent = `offload-bundle ${content.version} ${content.command}: ${content.about}`;
byId("notes").hidden = !content.notes.length;
byId("remarks").replaceChildren(...content.notes.map(note => make("li", {}, note)));
show(at(location.hash));
document.documentElement.dataset.ready = "true";

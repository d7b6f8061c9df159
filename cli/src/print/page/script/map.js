// ---- The treemap.

let drawn = "";
/** Rectangles in `box` for `sizes`, which are in descending order: rows that are as square as they can be. */
function squarify(sizes, box) {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const result = [];
  let { x, y, width, height } = box;
  const scale = total > 0 ? width * height / total : 0;
  const areas = sizes.map(size => size * scale);
  const worst = (sum, least, most, side) => Math.max(side * side * most / (sum * sum), sum * sum / (side * side * least));
  for (let from = 0; from < areas.length;) {
    const side = Math.min(width, height);
    let to = from + 1, sum = areas[from];
    while (to < areas.length) {
      const next = sum + areas[to];
      if (side > 0 && worst(next, areas[to], areas[from], side) > worst(sum, areas[to - 1], areas[from], side)) break;
      sum = next;
      to += 1;
    }
    const thick = side > 0 ? sum / side : 0;
    let offset = 0;
    for (let index = from; index < to; index += 1) {
      const long = sum > 0 ? side * areas[index] / sum : 0;
      result.push(width >= height ? { x, y: y + offset, width: thick, height: long } : { x: x + offset, y, width: long, height: thick });
      offset += long;
    }
    if (width >= height) { x += thick; width -= thick; } else { y += thick; height -= thick; }
    from = to;
  }
  return result;
}
const bySize = nodes => [...nodes].sort((a, b) => b.size - a.size);
function place(element, box, gap) {
  element.style.left = `${box.x}px`;
  element.style.top = `${box.y}px`;
  element.style.width = `${Math.max(box.width - gap, 1)}px`;
  element.style.height = `${Math.max(box.height - gap, 1)}px`;
}
function drawMap() {
  const map = byId("map");
  const { clientWidth: width, clientHeight: height } = map;
  if (map.hidden || !width || drawn === `${width} ${height}`) return;
  drawn = `${width} ${height}`;
  const focused = map.contains(document.activeElement) ? document.activeElement.dataset.node : undefined;
  const all = bySize(children(here));
  const tiles = all.slice(0, TILES);
  const hidden = all.slice(TILES);
  if (hidden.length) tiles.push(node(here, "rest", `${counted(hidden.length, "smaller one", "smaller ones")}, in the table`, hidden.reduce((sum, one) => sum + one.size, 0), 0));
  tiles.sort((a, b) => b.size - a.size);
  map.setAttribute("aria-label", `Map of ${here.name}: the larger a tile, the more bytes. Arrow keys move, Enter opens, Escape goes back.`);
  let inner = INNER;
  map.replaceChildren(...squarify(tiles.map(tile => tile.size), { x: 0, y: 0, width, height }).map((box, index) => {
    const tile = tiles[index];
    const label = `${tile.long ?? tile.name}, ${human(tile.size)}, ${percent(tile.size, here.size)}`;
    const element = coloured(make("button", {
      type: "button", class: opens(tile) ? "tile" : "tile last", title: label, "aria-label": label, "data-node": tile.number, tabindex: index ? "-1" : "0",
      "aria-disabled": opens(tile) ? undefined : "true", onclick: () => opens(tile) && go(tile),
    }), tile.target);
    place(element, box, 2);
    const beside = box.height < 40;
    const labelled = box.width > 34 && box.height > 17;
    if (labelled) {
      const sized = box.width > 150 || !beside;
      element.append(make("span", { class: beside && sized ? "name beside" : "name" }, box.width < 90 || tile.kind !== "bundle" ? tile.short ?? tile.name : tile.name));
      if (sized) element.append(make("span", { class: beside ? "size beside" : "size" }, human(tile.size)));
    }
    const top = !labelled ? 2 : beside ? 20 : 38;
    if (box.height - top > 8 && box.width > 12 && (tile.kind === "file" || tile.kind === "bundle") && inner > 0) {
      // Inside a tile: how much of it is of each architecture.
      const inside = [...byTarget(tile)].sort((a, b) => b[1] - a[1]).slice(0, Math.min(60, inner));
      inner -= inside.length;
      const others = tile.size - inside.reduce((sum, [, size]) => sum + size, 0);
      if (others > 0) inside.push([undefined, others]);
      inside.sort((a, b) => b[1] - a[1]);
      const room = { x: 3, y: top, width: box.width - 8, height: box.height - top - 5 };
      squarify(inside.map(([, size]) => size), room).forEach((spot, number) => {
        const piece = coloured(make("i", { "aria-hidden": "true" }), inside[number][0]);
        place(piece, spot, spot.width > 4 && spot.height > 4 ? 1 : 0);
        const name = inside[number][0];
        // A letter takes about 7 pixels; a name that is cut could be taken for another.
        if (name && spot.height > 16 && spot.width > 7 * name.length + 8) piece.textContent = name;
        element.append(piece);
      });
    }
    return element;
  }));
  if (focused) rove(map, map.querySelector(`[data-node="${focused}"]`));
}
function rove(within, element) {
  if (!element) return;
  within.querySelectorAll("[tabindex='0']").forEach(other => other.setAttribute("tabindex", "-1"));
  element.setAttribute("tabindex", "0");
  element.focus();
}
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** The tile that is nearest to `from` on the side that the arrow points to. */
function nearest(from, [right, down]) {
  const middle = element => { const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2, box]; };
  const [x, y, box] = middle(from);
  let best, least = Infinity;
  for (const element of byId("map").querySelectorAll(".tile")) {
    const [otherX, otherY, other] = middle(element);
    const ahead = right ? (right > 0 ? other.left - box.right : box.left - other.right) : down > 0 ? other.top - box.bottom : box.top - other.bottom;
    if (element === from || ahead < -1) continue;
    const aside = right ? Math.max(0, other.top - y, y - other.bottom) : Math.max(0, other.left - x, x - other.right);
    const distance = ahead + 3 * aside + 0.01 * (right ? Math.abs(otherY - y) : Math.abs(otherX - x));
    if (distance < least) [best, least] = [element, distance];
  }
  return best;
}
byId("map").addEventListener("keydown", event => {
  const tiles = byId("map").querySelectorAll(".tile");
  const to = event.key === "Home" ? tiles[0] : event.key === "End" ? tiles[tiles.length - 1] : ARROWS[event.key] && nearest(event.target, ARROWS[event.key]);
  if (!to && !ARROWS[event.key]) return;
  event.preventDefault();
  rove(byId("map"), to);
});
byId("map").addEventListener("focusin", event => {
  if (event.target.classList.contains("tile") && event.target.getAttribute("tabindex") !== "0") rove(byId("map"), event.target);
});
new ResizeObserver(() => drawMap()).observe(byId("map"));


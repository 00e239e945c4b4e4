import { createRandom } from './random.ts'
import { draw, type Scene } from './scene.ts'

const tones = ['#23141f', '#190f18', '#0f0910']
const rims = [0.55, 0.34, 0.16]

/** Rows of heads seen from behind, the nearest the darkest, with a thin edge of stage light. */
export function audience(scene: Scene, top: number, rows: number, size: number, seed: number) {
  const random = createRandom(seed)
  for (let row = 0; row < rows; row += 1) {
    const scale = size * (1 + row * 0.38)
    const y = top + row * size * 0.95
    const step = scale * 1.62
    const last = Math.min(row, tones.length - 1)
    const look = { fill: tones[last] ?? '#000', lit: [['rim-top', rims[last] ?? 0] as const] }
    // What lies between two rows is as dark as the nearer one.
    draw(
      scene,
      `<rect x="0" y="${y + scale * 1.15}" width="${scene.width}" height="${scene.height}"/>`,
      {
        fill: look.fill,
      },
    )
    for (
      let x = step * (0.2 + random() * 0.5) - step;
      x < scene.width + step;
      x += step * (0.92 + random() * 0.16)
    ) {
      if (random() < 0.07) continue
      person(
        scene,
        x,
        y + (random() - 0.5) * scale * 0.26,
        scale * (0.92 + random() * 0.16),
        look,
        random(),
      )
    }
  }
}

type Back = Parameters<typeof draw>[2]

function person(scene: Scene, x: number, y: number, size: number, look: Back, kind: number) {
  const r = size * 0.3
  const at = (dx: number, dy: number) =>
    `${(x + dx * size).toFixed(1)} ${(y + dy * size).toFixed(1)}`
  draw(
    scene,
    `<path d="M${at(-0.74, 2.4)} C${at(-0.74, 0.7)} ${at(-0.6, 0.62)} ${at(-0.3, 0.54)} Q${at(-0.14, 0.49)} ${at(-0.14, 0.3)} H${(x + 0.14 * size).toFixed(1)} Q${at(0.14, 0.49)} ${at(0.3, 0.54)} C${at(0.6, 0.62)} ${at(0.74, 0.7)} ${at(0.74, 2.4)} Z"/>`,
    look,
  )
  draw(scene, hair(x, y, r, kind), look)
  if (kind > 0.84) {
    draw(scene, `<ellipse cx="${x}" cy="${y - r * 1.42}" rx="${r * 0.5}" ry="${r * 0.4}"/>`, look)
  }
}

/** The outline of a head from behind: round hair, a bob, long hair or short. */
function hair(x: number, y: number, r: number, kind: number) {
  if (kind < 0.2) return `<circle cx="${x}" cy="${y - r * 0.1}" r="${r * 1.42}"/>`
  if (kind < 0.4) {
    return `<path d="M${x - r * 1.15} ${y + r * 1.1} V${y} A${r * 1.15} ${r * 1.3} 0 0 1 ${x + r * 1.15} ${y} V${y + r * 1.1} Q${x} ${y + r * 1.5} ${x - r * 1.15} ${y + r * 1.1} Z"/>`
  }
  if (kind < 0.52) {
    return `<path d="M${x - r * 1.1} ${y + r * 2.5} Q${x - r * 1.3} ${y} ${x - r} ${y - r * 0.4} A${r} ${r} 0 0 1 ${x + r} ${y - r * 0.4} Q${x + r * 1.3} ${y} ${x + r * 1.1} ${y + r * 2.5} Z"/>`
  }
  return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 1.22}"/>`
}

import sharp from 'sharp'

import { layerSvg } from './gradients.ts'
import { createRandom } from './random.ts'
import type { Scene } from './scene.ts'

async function pixels(scene: Scene, layer: 'base' | 'shade' | 'light') {
  return sharp(Buffer.from(layerSvg(scene, layer)))
    .removeAlpha()
    .raw()
    .toBuffer()
}

/**
 * Puts the layers of a scene together: shade multiplies, light screens, and both are grained.
 * Answers raw RGB pixels.
 */
export async function renderScene(scene: Scene, grain = 1) {
  const [base, shade, light] = await Promise.all([
    pixels(scene, 'base'),
    pixels(scene, 'shade'),
    pixels(scene, 'light'),
  ])
  const random = createRandom(scene.width * 31 + scene.height)
  const result = Buffer.alloc(base.length)
  for (let index = 0; index < base.length; index += 3) {
    const noise = (random() + random() - 1) * grain
    const dark = (shade[index] ?? 0) / 255
    const dimmed = 1 - clamp(dark * (1 + noise * 0.5 * (1 - dark)))
    for (let channel = index; channel < index + 3; channel += 1) {
      const lamp = (light[channel] ?? 0) / 255
      const lit = clamp(lamp * (1 + noise * 0.55 * (1 - lamp)))
      const colour = ((base[channel] ?? 0) / 255) * dimmed
      const value = 1 - (1 - colour) * (1 - lit)
      result[channel] = Math.round(clamp(value + noise * 0.012) * 255)
    }
  }
  return sharp(result, { raw: { width: scene.width, height: scene.height, channels: 3 } })
}

function clamp(value: number) {
  return Math.min(1, Math.max(0, value))
}

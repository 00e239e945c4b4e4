import type { Palette, Scene } from './scene.ts'

const directions = {
  top: 'x1="0" y1="1" x2="0" y2="0"',
  bottom: 'x1="0" y1="0" x2="0" y2="1"',
  left: 'x1="1" y1="0" x2="0" y2="0"',
  right: 'x1="0" y1="0" x2="1" y2="0"',
}

type Direction = keyof typeof directions

/** A gradient that grows towards one side of whatever is filled with it. */
function towards(id: string, side: Direction, colour: string, from: number) {
  return `<linearGradient id="${id}" ${directions[side]}><stop offset="${from}" stop-color="${colour}" stop-opacity="0"/><stop offset="1" stop-color="${colour}"/></linearGradient>`
}

function fromCore(id: string, colour: string) {
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`
}

function blurs() {
  const sizes = [2, 4, 8, 14, 24, 40, 70]
  return sizes.map(
    (size) =>
      `<filter id="blur-${size}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${size}"/></filter>`,
  )
}

function shadeDefinitions() {
  const sides: Direction[] = ['top', 'bottom', 'left', 'right']
  return [
    ...sides.map((side) => towards(`shade-${side}`, side, '#fff', 0.1)),
    `<radialGradient id="shade-edge" cx=".45" cy=".35" r=".75"><stop offset=".25" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#fff"/></radialGradient>`,
    `<linearGradient id="shade-flat"><stop stop-color="#fff"/></linearGradient>`,
  ]
}

function lightDefinitions({ key, side }: Palette) {
  return [
    towards('key-top', 'top', key, 0.35),
    towards('rim-top', 'top', key, 0.8),
    towards('key-left', 'left', key, 0.55),
    towards('key-right', 'right', key, 0.55),
    fromCore('key-core', key),
    towards('side-left', 'left', side, 0.6),
    towards('side-right', 'right', side, 0.6),
    towards('side-bottom', 'bottom', side, 0.5),
  ]
}

/** The SVG of one layer of a scene, with every gradient and filter that it may use. */
export function layerSvg(scene: Scene, layer: 'base' | 'shade' | 'light') {
  const { width, height, palette } = scene
  const ground = layer === 'base' ? palette.night : '#000'
  const definitions = [...blurs(), ...shadeDefinitions(), ...lightDefinitions(palette)].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${definitions}</defs><rect width="${width}" height="${height}" fill="${ground}"/>${scene[layer].join('')}</svg>`
}

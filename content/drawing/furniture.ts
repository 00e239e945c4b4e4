import { darken, draw, type Scene } from './scene.ts'
import { footing } from './stage.ts'

/** An armchair seen from the front, a little turned; about 300 wide and 380 high, feet at y = 0. */
export function armchair(scene: Scene, colour: string, turn: 1 | -1) {
  footing(scene, 0, 4, 190, 22)
  const light =
    turn === 1 ? (['key-left', 'side-right'] as const) : (['key-right', 'side-left'] as const)
  const lit = [
    ['key-top', 0.5],
    [light[0], 0.35],
    [light[1], 0.28],
  ] as const
  const away = turn === 1 ? 'right' : 'left'
  for (const x of [-118, 104]) {
    draw(scene, `<path d="M${x} -40 h16 l-4 42 h-8 z"/>`, {
      fill: '#2a1a14',
      lit: [['key-top', 0.3]],
    })
  }
  const back = `<path d="M${-112 + turn * 6} -130 C${-122 + turn * 8} -330 ${-96 + turn * 14} -392 ${turn * 16} -396 C${96 + turn * 14} -392 ${122 + turn * 8} -330 ${112 + turn * 6} -130 Z"/>`
  draw(scene, back, { fill: colour, shade: away, depth: 0.7, lit })
  draw(scene, `<path d="M-104 -150 Q0 -178 104 -150 L112 -96 H-112 Z"/>`, {
    fill: colour,
    shade: 'bottom',
    depth: 0.55,
    lit: [['key-top', 0.75]],
  })
  darken(scene, `<path d="M-100 -150 Q0 -176 100 -150 L100 -140 Q0 -164 -100 -140 Z"/>`, 0.6, 4)
  draw(scene, `<path d="M-126 -102 H126 L120 -34 H-120 Z"/>`, {
    fill: colour,
    shade: 'bottom',
    depth: 0.85,
  })
  const arm = (side: 1 | -1) =>
    `<path d="M${side * 92} -34 V-176 Q${side * 92} -214 ${side * 124} -214 Q${side * 164} -214 ${side * 160} -172 L${side * 146} -30 Q${side * 120} -24 ${side * 92} -34 Z"/>`
  for (const side of [-1, 1] as const) {
    const facing = side === -turn
    draw(scene, arm(side), {
      fill: colour,
      shade: facing ? 'bottom' : away,
      depth: facing ? 0.6 : 0.8,
      lit: [
        ['key-top', facing ? 0.6 : 0.35],
        [light[0], facing ? 0.3 : 0.05],
      ],
    })
  }
}

/** A small round table with two glasses; 150 wide, 150 high, foot at y = 0. */
export function sideTable(scene: Scene) {
  footing(scene, 0, 2, 80, 12)
  draw(scene, `<path d="M-6 -140 h12 v136 h26 q8 0 8 6 h-80 q0 -6 8 -6 h26 z"/>`, {
    fill: '#3a241a',
    shade: 'right',
    lit: [['key-left', 0.3]],
  })
  draw(scene, `<path d="M-76 -146 v8 a76 16 0 0 0 152 0 v-8 z"/>`, {
    fill: '#4a2c1e',
    shade: 'right',
  })
  draw(scene, `<ellipse cx="0" cy="-146" rx="76" ry="16"/>`, {
    fill: '#6b4029',
    lit: [['key-top', 0.7]],
  })
  for (const x of [-30, 26]) {
    draw(scene, `<path d="M${x - 11} -186 h22 l-3 38 a8 3 0 0 1 -16 0 z"/>`, {
      fill: '#5b4a52',
      shade: 'right',
      depth: 0.5,
      lit: [
        ['key-left', 0.8],
        ['key-top', 0.5],
      ],
    })
  }
}

/** A microphone on a stand, foot at y = 0; `height` to the top of the capsule. */
export function microphone(scene: Scene, height: number) {
  footing(scene, 0, 2, 46, 8)
  draw(scene, `<path d="M-44 0 a44 9 0 0 1 88 0 z"/>`, { fill: '#2b2127', lit: [['key-top', 0.4]] })
  draw(scene, `<rect x="-3.5" y="${-height + 70}" width="7" height="${height - 74}"/>`, {
    fill: '#3b3038',
    lit: [['key-left', 0.7]],
  })
  draw(scene, `<path d="M-11 ${-height + 76} l-6 -34 h34 l-6 34 z"/>`, {
    fill: '#2b2127',
    shade: 'right',
    lit: [['key-left', 0.5]],
  })
  draw(scene, `<rect x="-21" y="${-height}" width="42" height="52" rx="21"/>`, {
    fill: '#6a5d64',
    shade: 'right',
    depth: 0.8,
    lit: [
      ['key-top', 0.9],
      ['key-left', 0.5],
    ],
  })
  draw(scene, `<rect x="-21" y="${-height + 26}" width="42" height="5"/>`, { fill: '#2b2127' })
}

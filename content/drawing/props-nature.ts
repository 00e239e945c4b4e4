import { createRandom } from './random.ts'
import { draw, glow, place, type Scene } from './scene.ts'
import { ellipse, path, rect, solid } from './solid.ts'
import { footing } from './stage.ts'

/** A paper boat on painted waves, as scenery is built. */
export function paperBoat(scene: Scene) {
  const { prop, accent, side } = scene.palette
  for (let ring = 6; ring > 0; ring -= 1) {
    draw(scene, path(contour(ring * 52, ring * 0.7)), {
      fill: 'none',
      stroke: side,
      strokeWidth: 3,
    })
  }
  wave(scene, -70, 0, '#12324d')
  place(scene, 'translate(0 -92) rotate(-5)', () => {
    solid(scene, path('M-30 -110 L0 -300 L120 -110 Z'), '#f3e3cc', { depth: 0.75 })
    solid(scene, path('M0 -300 L-110 -110 H30 Z'), '#fdf3e2', {
      depth: 0.25,
      lit: [['key-left', 0.5]],
    })
    solid(scene, path('M-236 -118 L0 -92 L236 -118 L142 24 H-142 Z'), '#f3e3cc', {
      shade: 'bottom',
      depth: 0.55,
    })
    solid(scene, path('M-236 -118 L-60 24 H-142 Z'), accent, { depth: 0.35 })
  })
  wave(scene, -26, 70, '#1b4a70')
  wave(scene, 24, 20, prop)
}

function contour(size: number, turn: number) {
  const points = 9
  const at = (index: number) => {
    const angle = (index / points) * Math.PI * 2
    const r = size * (1 + 0.22 * Math.sin(angle * 2 + turn) + 0.12 * Math.cos(angle * 3 - turn))
    return [Math.cos(angle) * r * 1.5, -330 + Math.sin(angle) * r * 0.8] as const
  }
  let d = ''
  for (let index = 0; index < points; index += 1) {
    const [x0, y0] = at(index)
    const [x1, y1] = at(index + 1)
    const middle = `${((x0 + x1) / 2).toFixed(0)} ${((y0 + y1) / 2).toFixed(0)}`
    d += index === 0 ? `M${middle}` : ''
    const [x2, y2] = at(index + 2)
    d += ` Q${x1.toFixed(0)} ${y1.toFixed(0)} ${((x1 + x2) / 2).toFixed(0)} ${((y1 + y2) / 2).toFixed(0)}`
  }
  return d
}

function wave(scene: Scene, y: number, shift: number, tone: string) {
  let d = `M${-500 + shift} ${y}`
  for (let crest = 0; crest < 7; crest += 1) d += ' c26 4 44 -40 76 -40 c30 0 24 40 64 40'
  solid(scene, path(`${d} q-40 70 -110 70 H${-400 + shift} q-70 0 -100 -70 Z`), tone, {
    shade: 'bottom',
    depth: 0.6,
    lit: [
      ['rim-top', 0.8],
      ['key-top', 0.25],
    ],
  })
}

/** A seedling on a mound of earth. */
export function seedling(scene: Scene) {
  const { accent } = scene.palette
  glow(scene, ellipse(0, -280, 190, 210), scene.palette.key, 0.28, 40)
  solid(scene, path('M-10 -60 C-22 -180 -6 -250 4 -330 l14 2 C10 -250 2 -180 14 -60 Z'), '#5d8f4a')
  const leaf = 'M8 -300 C60 -420 210 -430 290 -380 C250 -290 120 -250 8 -300 Z'
  solid(scene, path(leaf), accent, {
    shade: 'bottom',
    depth: 0.6,
    lit: [
      ['key-top', 0.8],
      ['side-right', 0.3],
    ],
  })
  solid(scene, path('M8 -300 C100 -330 190 -370 290 -380 C200 -352 100 -312 8 -300 Z'), '#d8efb0', {
    depth: 0.2,
  })
  place(scene, 'translate(4 70) scale(-0.82 0.98)', () => {
    solid(scene, path(leaf), '#4f9a58', { shade: 'bottom', depth: 0.6, lit: [['key-top', 0.6]] })
    solid(
      scene,
      path('M8 -300 C100 -330 190 -370 290 -380 C200 -352 100 -312 8 -300 Z'),
      '#b9dd98',
      { depth: 0.2 },
    )
  })
  footing(scene, 0, 10, 330, 28)
  solid(
    scene,
    path('M-320 14 C-250 -60 -120 -110 0 -106 C120 -110 250 -60 320 14 Q0 48 -320 14 Z'),
    '#4b2c20',
    {
      shade: 'bottom',
      depth: 0.7,
      lit: [['key-top', 0.5]],
    },
  )
  for (const [x, y] of [
    [-150, -30],
    [110, -50],
    [40, -10],
    [-60, -62],
    [200, -14],
  ] as const) {
    solid(scene, ellipse(x, y, 13, 9), '#6d4530', { lit: [['key-top', 0.5]] })
  }
}

/** Peaks built like stage scenery, and a lantern in a cold box before them. */
export function peaks(scene: Scene) {
  const { prop, side, key } = scene.palette
  const peak = (x: number, top: number, half: number, tone: string) => {
    solid(scene, path(`M${x - half} -10 L${x} ${top} L${x + half} -10 Z`), tone, {
      depth: 0.75,
      lit: [
        ['key-left', 0.15],
        ['side-right', 0.3],
      ],
    })
    const s = (-10 - top) * 0.34
    const w = half * 0.34
    solid(
      scene,
      path(
        `M${x} ${top} L${x + w} ${top + s} l${-w * 0.5} ${-s * 0.18} l${-w * 0.45} ${s * 0.3} l${-w * 0.5} ${-s * 0.32} L${x - w} ${top + s} Z`,
      ),
      '#f4f1ee',
      { depth: 0.7 },
    )
  }
  peak(-250, -430, 330, prop)
  peak(290, -380, 300, prop)
  peak(30, -540, 360, side)
  footing(scene, 0, 14, 190, 20)
  solid(scene, rect(-160, -190, 320, 204, 18), '#f0e7dd', { depth: 0.6 })
  solid(scene, rect(-172, -226, 344, 48, 18), '#c9443f', { depth: 0.55, lit: [['key-top', 0.6]] })
  solid(scene, path('M-60 -226 q0 -40 60 -40 t60 40 h-20 q0 -20 -40 -20 t-40 20 z'), '#8d8790')
  glow(scene, rect(-96, -150, 192, 120, 12), key, 0.5, 8)
  for (const x of [-62, 0, 62]) {
    solid(scene, rect(x - 16, -136, 32, 92, 12), '#9fd4ff', { depth: 0.4, lit: [['key-top', 0.6]] })
    solid(scene, rect(x - 16, -140, 32, 22, 6), '#3b4a78')
  }
}

/** Three chairs in tall grass under a low sun. */
export function meadowChairs(scene: Scene) {
  const { accent, key, prop } = scene.palette
  glow(scene, ellipse(0, -330, 230), key, 0.5, 4)
  glow(scene, ellipse(0, -330, 300), key, 0.3, 40)
  for (const [x, tone, size] of [
    [-270, prop, 1],
    [270, '#3d6b8a', 1],
    [0, accent, 1.12],
  ] as const) {
    place(scene, `translate(${x} 6) scale(${size})`, () => chair(scene, tone))
  }
  grass(scene)
}

function chair(scene: Scene, tone: string) {
  for (const x of [-66, 52]) solid(scene, rect(x, -150, 15, 156, 4), '#3a2620')
  for (const x of [-62, 48]) solid(scene, rect(x, -330, 14, 190, 6), tone, { depth: 0.5 })
  for (const y of [-322, -268, -214]) solid(scene, rect(-64, y, 128, 30, 12), tone, { depth: 0.6 })
  solid(scene, path('M-82 -150 L-66 -178 H66 L82 -150 V-132 H-82 Z'), tone, {
    shade: 'bottom',
    lit: [['key-top', 0.6]],
  })
}

function grass(scene: Scene) {
  const random = createRandom(23)
  const tones = ['#2f5230', '#3f6b39', '#587f3f', '#24432a']
  for (let blade = 0; blade < 230; blade += 1) {
    const x = -520 + random() * 1040
    const y = -10 + random() * 60 - Math.abs(x) * 0.04
    const height = 46 + random() * 86
    const lean = (random() - 0.5) * 60
    const tone = tones[Math.floor(random() * tones.length)] ?? '#2f5230'
    solid(
      scene,
      path(
        `M${(x - 6).toFixed(0)} ${y.toFixed(0)} Q${(x + lean * 0.2).toFixed(0)} ${(y - height * 0.6).toFixed(0)} ${(x + lean).toFixed(0)} ${(y - height).toFixed(0)} Q${(x + lean * 0.4 + 6).toFixed(0)} ${(y - height * 0.5).toFixed(0)} ${(x + 7).toFixed(0)} ${y.toFixed(0)} Z`,
      ),
      tone,
      {
        shade: 'bottom',
        depth: 0.6,
        lit: [['key-top', 0.5]],
      },
    )
  }
}

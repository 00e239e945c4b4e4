import { microphone } from './furniture.ts'
import { type EventName } from './banners.ts'
import { palettes } from './palettes.ts'
import { hairBehind, hairInFront } from './portrait-hair.ts'
import { people, type Person } from './portrait-people.ts'
import { createScene, darken, draw, glow, place, type Scene } from './scene.ts'
import { ellipse, path, solid } from './solid.ts'
import { curtain } from './stage.ts'

/** The guest of one sample event, faceless, in the light of the event's own stage; 1280x720. */
export function portrait(name: EventName) {
  const scene = createScene(1280, 720, palettes[name])
  const person = people[name]
  const { palette } = scene
  curtain(scene, 0, 1280, 18, palette.wall)
  darken(scene, '<rect width="1280" height="720"/>', 0.35)
  const x = person.x
  draw(scene, ellipse(x, 330, 300), {
    fill: palette.floor,
    shade: 'bottom',
    depth: 0.5,
    lit: [['key-core', 0.4]],
  })
  glow(scene, ellipse(x, 330, 300), palette.key, 0.3, 2)
  glow(scene, ellipse(x, 330, 390), palette.key, 0.22, 70)
  place(scene, `translate(${x} 330) scale(${person.faces} 1)`, () => bust(scene, person))
  place(scene, `translate(${x + 250 * person.faces} 800) scale(1.5)`, () => microphone(scene, 330))
  darken(
    scene,
    `<path d="M-500 -500 H1780 V1220 H-500 Z M${x} -180 a760 540 0 1 0 .1 0 Z" fill-rule="evenodd"/>`,
    0.55,
    70,
  )
  return scene
}

/** Head and shoulders around the middle of the head; the lit side is the one that it faces. */
function bust(scene: Scene, person: Person) {
  const skin = {
    shade: 'left',
    depth: 0.6,
    lit: [
      ['key-right', 0.3],
      ['side-left', 0.35],
    ],
  } as const
  const cloth = {
    shade: 'left',
    depth: 0.75,
    lit: [
      ['key-top', 0.4],
      ['key-right', 0.25],
      ['side-left', 0.4],
    ],
  } as const
  hairBehind(scene, person)
  solid(
    scene,
    path(
      'M-340 420 C-340 250 -280 214 -150 190 Q-60 172 -56 110 H60 Q64 172 150 190 C280 214 340 250 340 420 Z',
    ),
    person.clothes,
    cloth,
  )
  solid(
    scene,
    path('M-58 60 H62 V130 Q62 170 96 178 Q10 262 -92 178 Q-58 170 -58 130 Z'),
    person.skin,
    { ...skin, depth: 0.7 },
  )
  darken(scene, path('M-58 92 Q10 150 62 92 V128 Q10 176 -58 128 Z'), 0.55, 8)
  solid(
    scene,
    path('M-104 -40 C-104 -150 100 -150 104 -40 C106 40 78 118 4 128 C-74 118 -106 40 -104 -40 Z'),
    person.skin,
    skin,
  )
  // The side of the face that is turned away, with the line of the nose.
  darken(
    scene,
    path(
      'M-104 -40 C-104 -118 -40 -128 6 -124 Q-6 -60 22 6 Q30 24 6 30 Q0 76 4 128 C-74 118 -106 40 -104 -40 Z',
    ),
    0.42,
  )
  collar(scene, person)
  hairInFront(scene, person)
  if (person.glasses) glasses(scene)
}

function collar(scene: Scene, { collar: kind, shirt }: Person) {
  const side = {
    shade: 'left',
    depth: 0.55,
    lit: [
      ['key-top', 0.4],
      ['key-right', 0.25],
    ],
  } as const
  if (kind === 'round') {
    solid(scene, path('M-112 184 Q6 290 116 184 L140 192 Q6 336 -138 192 Z'), shirt, side)
  } else if (kind === 'roll') {
    solid(scene, path('M-72 120 Q4 168 76 120 L92 196 Q4 250 -90 196 Z'), shirt, side)
  } else {
    solid(scene, path('M-96 178 L6 330 L102 178 L66 158 Q6 226 -62 158 Z'), shirt, side)
    solid(
      scene,
      path('M-150 188 L-62 150 L0 330 L-40 420 L-120 300 Z'),
      shirt === '#f3e9df' ? '#2b2430' : shirt,
      side,
    )
    solid(
      scene,
      path('M156 188 L68 150 L6 330 L46 420 L126 300 Z'),
      shirt === '#f3e9df' ? '#2b2430' : shirt,
      side,
    )
  }
}

function glasses(scene: Scene) {
  for (const x of [-34, 58]) {
    draw(scene, ellipse(x, -22, 37, 33), { fill: 'none', stroke: '#1d161b', strokeWidth: 8 })
    glow(scene, ellipse(x + 10, -32, 14, 9), '#fff', 0.3, 4)
  }
  draw(scene, path('M3 -26 Q12 -34 21 -26'), { fill: 'none', stroke: '#1d161b', strokeWidth: 8 })
}

import { type EventName } from './banners.ts'

export type Hair =
  | 'afro'
  | 'bun'
  | 'bob'
  | 'short'
  | 'bald'
  | 'wrap'
  | 'long'
  | 'curls'
  | 'braids'
  | 'side'

export type Person = {
  /** Where the head is across the picture, and which way it faces. */
  x: number
  faces: 1 | -1
  skin: string
  hair: Hair
  hairColour: string
  clothes: string
  shirt: string
  collar: 'round' | 'roll' | 'jacket'
  beard?: boolean
  glasses?: boolean
  earrings?: boolean
}

/** The invented guests, each recognisable by hair, clothes and colours. */
export const people: Record<EventName, Person> = {
  'last-mile': {
    x: 560,
    faces: 1,
    skin: '#8d5436',
    hair: 'afro',
    hairColour: '#241317',
    clothes: '#c8502f',
    shirt: '#f2e3cd',
    collar: 'round',
    earrings: true,
  },
  'two-exits': {
    x: 720,
    faces: -1,
    skin: '#d99a78',
    hair: 'bob',
    hairColour: '#5a2a1c',
    clothes: '#f0e2cf',
    shirt: '#c8556b',
    collar: 'round',
  },
  'deep-tech': {
    x: 560,
    faces: 1,
    skin: '#a86f4a',
    hair: 'side',
    hairColour: '#1a1418',
    clothes: '#26325c',
    shirt: '#8a9ad8',
    collar: 'roll',
    glasses: true,
  },
  'handing-over': {
    x: 720,
    faces: -1,
    skin: '#7a4830',
    hair: 'wrap',
    hairColour: '#d8863c',
    clothes: '#2f6d55',
    shirt: '#e0c58a',
    collar: 'round',
    earrings: true,
  },
  'letting-go': {
    x: 560,
    faces: 1,
    skin: '#e0ac8c',
    hair: 'short',
    hairColour: '#b98a52',
    clothes: '#21486b',
    shirt: '#e8ddcc',
    collar: 'roll',
    beard: true,
  },
  pricing: {
    x: 720,
    faces: -1,
    skin: '#b07850',
    hair: 'long',
    hairColour: '#1c1218',
    clothes: '#6a48c0',
    shirt: '#ffad42',
    collar: 'round',
    earrings: true,
  },
  'growing-slowly': {
    x: 560,
    faces: 1,
    skin: '#c48a62',
    hair: 'bun',
    hairColour: '#3a2118',
    clothes: '#3f7a55',
    shirt: '#e9d9a8',
    collar: 'jacket',
  },
  competitor: {
    x: 720,
    faces: -1,
    skin: '#b97f58',
    hair: 'bald',
    hairColour: '#2a1a18',
    clothes: '#2b2430',
    shirt: '#f3e9df',
    collar: 'jacket',
    beard: true,
  },
  'starting-over': {
    x: 560,
    faces: 1,
    skin: '#e0b090',
    hair: 'side',
    hairColour: '#a9a4a4',
    clothes: '#d8644e',
    shirt: '#f3e2cf',
    collar: 'jacket',
    glasses: true,
  },
  'cold-rooms': {
    x: 720,
    faces: -1,
    skin: '#b77d55',
    hair: 'braids',
    hairColour: '#1d1418',
    clothes: '#c9443f',
    shirt: '#f1e6d6',
    collar: 'roll',
  },
  machines: {
    x: 560,
    faces: 1,
    skin: '#744530',
    hair: 'curls',
    hairColour: '#20141a',
    clothes: '#4b556e',
    shirt: '#e07a3c',
    collar: 'jacket',
    glasses: true,
  },
  'money-ran-out': {
    x: 720,
    faces: -1,
    skin: '#9a6240',
    hair: 'curls',
    hairColour: '#2a1810',
    clothes: '#7a4a1c',
    shirt: '#f0d9a6',
    collar: 'round',
    earrings: true,
  },
  meadow: {
    x: 560,
    faces: 1,
    skin: '#6b3f2b',
    hair: 'short',
    hairColour: '#150e12',
    clothes: '#5b7a4a',
    shirt: '#e8b04a',
    collar: 'round',
    beard: true,
  },
  'wrong-machine': {
    x: 720,
    faces: -1,
    skin: '#86513a',
    hair: 'bob',
    hairColour: '#1a1014',
    clothes: '#1f5a60',
    shirt: '#e0a05a',
    collar: 'jacket',
    earrings: true,
  },
}

import { drawCard, measureCard } from '#platform/pictures/draw-card.ts'
import type { Card } from '#platform/pictures/card.ts'

/**
 * Run as a process with the fonts of cards: answers the cards it receives with their texts and boxes, and the number of
 * layers that are drawn.
 */
process.on('message', (cards: Card[]) => void measure(cards).then((all) => process.send!(all)))

async function measure(cards: Card[]) {
  const measured = []
  for (const card of cards) {
    measured.push({ texts: await measureCard(card), layers: (await drawCard(card, {})).length })
  }
  return measured
}

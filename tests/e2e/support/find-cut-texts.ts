import type { Page } from '@playwright/test'

/**
 * Returns the texts that a box cuts off, each with the box. Intended cuts do not count: shortened lines with an
 * ellipsis, boxes that scroll, and texts for screen readers only.
 */
export function findCutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tolerance = 1
    const isShortened = (box: Element) => {
      const { textOverflow, webkitLineClamp, position, clipPath } = getComputedStyle(box)
      const isForScreenReaders = position === 'absolute' && clipPath !== 'none'
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || isForScreenReaders
    }
    const cutsSideways = (box: Element) => /^(hidden|clip)$/.test(getComputedStyle(box).overflowX)
    const cutsBelow = (box: Element) => /^(hidden|clip)$/.test(getComputedStyle(box).overflowY)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = new Set<string>()
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.nodeValue!.trim()
      const parent = text.parentElement!
      if (words === '' || parent.closest('script, style, noscript, option, textarea, svg')) continue
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const drawn = [...range.getClientRects()].filter(({ width }) => width > 0)
      for (
        let box: Element | null = parent;
        box && box !== document.body;
        box = box.parentElement
      ) {
        if (isShortened(box) || /^(auto|scroll)$/.test(getComputedStyle(box).overflowX)) break
        const { left, right, top, bottom } = box.getBoundingClientRect()
        const isCut = drawn.some(
          (line) =>
            (cutsSideways(box) &&
              (line.left < left - tolerance || line.right > right + tolerance)) ||
            (cutsBelow(box) && (line.top < top - tolerance || line.bottom > bottom + tolerance)),
        )
        const isTooNarrow = cutsSideways(box) && box.scrollWidth > box.clientWidth + tolerance
        if (isCut || (isTooNarrow && box === parent)) {
          found.add(`${words.slice(0, 60)} | ${box.tagName} ${box.className}`.slice(0, 200))
          break
        }
      }
    }
    return [...found]
  })
}

/** Returns elements that extend beyond the screen, if the page or open dialog is too wide. */
export function findTooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll('dialog[open]')]
    return frames
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .flatMap((frame) => {
        const inside = [...frame.querySelectorAll('*')].filter(
          (part) => part.getBoundingClientRect().right > innerWidth + 1,
        )
        const innermost = inside.filter(
          (part) => !inside.some((one) => part !== one && part.contains(one)),
        )
        const widest = innermost.slice(0, 3).map(({ outerHTML }) => outerHTML.slice(0, 200))
        return [`${frame.tagName}: ${frame.scrollWidth} px`, ...widest]
      })
  })
}

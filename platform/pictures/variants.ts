import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { invalidInput } from '#platform/errors/refusal.ts'
import type { Config } from '#platform/settings/config.ts'
import type { Picture } from './picture-folder.ts'
import { type Variant, createVariantMaker, type VariantMaker } from './variant-maker.ts'
import { createFolderStore, createMemoryStore, type VariantStore } from './variant-store.ts'

/** Never an arbitrary size: each variant is made once and kept. */
export const widths = ['320', '480', '640', '960', '1280', '1600', '2400'] as const
export const chosenFormats = ['avif', 'webp', 'jpeg'] as const

const variantQuery = z.object({
  w: z.enum(widths, `w must be one of ${widths.join(', ')}`).optional(),
  f: z.enum(chosenFormats, `f must be one of ${chosenFormats.join(', ')}`).optional(),
})

/** What link previews show. Specification, "Pictures". */
export const shareVariant: Variant = { format: 'jpeg', width: 1200, height: 630 }

/**
 * What the address asks for: `w` a width in pixels, `f` a format, each the original's when left out.
 * Nothing where that is the original itself; a drawing (SVG) has no variants. Throws 400 naming the
 * field for a value outside the lists.
 */
export function chooseVariant(
  { format }: Picture,
  query: Record<string, unknown>,
): Variant | undefined {
  if (format === 'svg') return undefined
  const result = variantQuery.safeParse(query)
  if (!result.success) {
    throw invalidInput(
      result.error.issues.map(({ path, message }) => ({ field: String(path[0]), message })),
    )
  }
  const { w, f = format } = result.data
  return w || f !== format ? { format: f, ...(w && { width: Number(w) }) } : undefined
}

/** Stands for how variant-process.ts works: what another recipe made is made anew. */
const recipe = 1
const retryMs = 10 * 60 * 1000
const mostBytesInFolder = 200 * 1024 * 1024
const mostBytesInMemory = 16 * 1024 * 1024

/**
 * Where made variants are kept: in the data folder, or where there is none (a server holds the data)
 * in the system's folder for temporary files. Losing it costs only the making.
 */
export function variantFolder({ dataDir }: Pick<Config, 'dataDir'>) {
  return existsSync(dataDir)
    ? join(dataDir, 'picture-cache')
    : join(tmpdir(), `greenroom-pictures-${process.getuid?.() ?? 'own'}`)
}

/** A name for one variant of one content, wherever the picture lies and whatever it is called. */
export function variantName({ hash }: Picture, { format, width, height, over }: Variant) {
  const laid = over ? `o${createHash('sha256').update(over).digest('hex').slice(0, 12)}` : ''
  const size = `${width ?? 'full'}${height ? `x${height}` : ''}${laid}`
  return `${hash.slice(0, 32)}-${recipe}-${size}.${format}`
}

export type Variants = {
  /** Makes the variant where it is not kept; nothing where that fails. */
  find(picture: Picture, variant: Variant): Promise<Buffer | undefined>
  /**
   * The same for somebody who looks at the page: an AVIF that takes longer than a moment is made in the
   * background, and WebP of the same width stands in, at once where it is kept, and also where AVIF
   * fails.
   */
  findSoon(
    picture: Picture,
    wanted: Variant,
  ): Promise<{ variant: Variant; body: Buffer } | undefined>
  /** Whether asking for it costs no making: it is kept, under way, or known to fail. */
  isMade(picture: Picture, variant: Variant): Promise<boolean>
  /** Ends what is being made. */
  stop(): void
}

/** Variants made on first request, each once however many ask, and kept within a bound. */
export function createVariants(
  folder: string,
  report: (error: unknown, message: string) => void,
  {
    maker = createVariantMaker(),
    momentMs = 1000,
  }: { maker?: VariantMaker; momentMs?: number } = {},
): Variants {
  const making = new Map<string, Promise<Buffer | undefined>>()
  const failedUntil = new Map<string, number>()
  let isStopping = false
  let store: VariantStore = createFolderStore(folder, mostBytesInFolder)

  /** A folder that cannot be used, full or read-only, costs memory instead, not pictures. */
  async function withStore<Result>(action: (store: VariantStore) => Promise<Result>) {
    const tried = store
    try {
      return await action(tried)
    } catch (error) {
      if (store === tried) {
        store = createMemoryStore(mostBytesInMemory)
        report(error, 'made pictures are kept in memory: their folder cannot be used')
      }
      return action(store)
    }
  }

  async function findOrMake(name: string, picture: Picture, variant: Variant) {
    const kept = await withStore((open) => open.get(name))
    if (kept) return kept
    try {
      const made = await maker.make(picture.file, variant, picture.drawing)
      await withStore((open) => open.put(name, made))
      return made
    } catch (error) {
      failedUntil.set(name, Date.now() + retryMs)
      if (!isStopping) report(error, `no ${name} could be made of ${picture.file}`)
      return undefined
    }
  }

  async function find(picture: Picture, variant: Variant) {
    const name = variantName(picture, variant)
    if (isStopping || Date.now() < (failedUntil.get(name) ?? 0)) return undefined
    const found = making.get(name) ?? findOrMake(name, picture, variant)
    making.set(name, found)
    try {
      return await found
    } finally {
      making.delete(name)
    }
  }

  function answer(variant: Variant, body: Buffer | undefined) {
    return body && { variant, body }
  }

  function isKept(picture: Picture, variant: Variant) {
    return withStore((open) => open.has(variantName(picture, variant)))
  }

  return {
    find,
    async findSoon(picture, wanted) {
      const asked = find(picture, wanted)
      if (wanted.format !== 'avif') return answer(wanted, await asked)
      const standIn: Variant = { ...wanted, format: 'webp' }
      const isWorthWaiting = (await isKept(picture, wanted)) || !(await isKept(picture, standIn))
      const patience = isWorthWaiting ? momentMs : 0
      const made = await Promise.race([asked, setTimeout(patience, undefined, { ref: false })])
      return made ? answer(wanted, made) : answer(standIn, await find(picture, standIn))
    },
    async isMade(picture, variant) {
      const name = variantName(picture, variant)
      if (making.has(name) || Date.now() < (failedUntil.get(name) ?? 0)) return true
      return isKept(picture, variant)
    },
    stop() {
      isStopping = true
      maker.stop()
    },
  }
}

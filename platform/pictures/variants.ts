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

/** Widths in pixels in which pictures are encoded; a fixed list, so that few variants of each picture exist. */
export const widths = ['320', '480', '640', '960', '1280', '1600', '2400'] as const
export const chosenFormats = ['avif', 'webp', 'jpeg'] as const

const variantQuery = z.object({
  w: z.enum(widths, `w must be one of ${widths.join(', ')}`).optional(),
  f: z.enum(chosenFormats, `f must be one of ${chosenFormats.join(', ')}`).optional(),
})

/** The format and size of pictures that other sites display beside a link to this site. */
export const shareVariant: Variant = { format: 'jpeg', width: 1200, height: 630 }

/**
 * Returns the variant of a picture that a URL requests: width `w` in pixels and format `f`, each defaulting to the
 * original's. Returns undefined for the original itself and for SVGs. Throws 400 for the field `w` or `f` if its
 * value is not allowed.
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

/** Version of the encoder in variant-process.ts; a change invalidates stored variants. */
const recipe = 1
const retryMs = 10 * 60 * 1000
const mostBytesInFolder = 200 * 1024 * 1024
const mostBytesInMemory = 16 * 1024 * 1024

/**
 * Returns the cache folder of encoded pictures: in the data folder, or in the system's temporary folder if there is
 * no data folder. The content of the cache can be created again.
 */
export function variantFolder({ dataDir }: Pick<Config, 'dataDir'>) {
  return existsSync(dataDir)
    ? join(dataDir, 'picture-cache')
    : join(tmpdir(), `greenroom-pictures-${process.getuid?.() ?? 'own'}`)
}

/**
 * Returns the file name of a variant, which depends only on the picture's content and the variant's size and
 * format.
 */
export function variantName({ hash }: Picture, { format, width, height, over, card }: Variant) {
  const drawn = card ? JSON.stringify([over, card]) : over
  const laid = drawn ? `o${createHash('sha256').update(drawn).digest('hex').slice(0, 12)}` : ''
  const size = `${width ?? 'full'}${height ? `x${height}` : ''}${laid}`
  return `${hash.slice(0, 32)}-${recipe}-${size}.${format}`
}

export type Variants = {
  /** Returns the encoded picture, and encodes it if necessary; undefined if encoding fails. */
  find(picture: Picture, variant: Variant): Promise<Buffer | undefined>
  /**
   * Returns the encoded picture for a visitor. If encoding an AVIF fails or takes longer than a second, returns a
   * WebP of the same width; the AVIF is then encoded in the background.
   */
  findSoon(
    picture: Picture,
    wanted: Variant,
  ): Promise<{ variant: Variant; body: Buffer } | undefined>
  /**
   * Returns whether `find` can respond without encoding: the variant is stored, is being encoded already, or is known
   * to fail.
   */
  isMade(picture: Picture, variant: Variant): Promise<boolean>
  /** Cancels encoding of variants. */
  stop(): void
}

/**
 * Encodes variants of pictures on first request, once for concurrent callers, and stores them within a size limit.
 */
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

  /**
   * Runs `action` on the store of encoded pictures. If the store's folder is full or read-only, uses memory
   * instead.
   */
  async function withStore<Result>(action: (store: VariantStore) => Promise<Result>) {
    const tried = store
    try {
      return await action(tried)
    } catch (error) {
      if (store === tried) {
        store = createMemoryStore(mostBytesInMemory)
        report(error, 'resized pictures are kept in memory: their folder cannot be used')
      }
      return action(store)
    }
  }

  async function findOrMake(name: string, picture: Picture, variant: Variant) {
    const stored = await withStore((open) => open.get(name))
    if (stored) return stored
    try {
      const made = await maker.make(picture.file, variant, picture.drawing)
      await withStore((open) => open.put(name, made))
      return made
    } catch (error) {
      failedUntil.set(name, Date.now() + retryMs)
      if (!isStopping) report(error, `could not make ${name} from ${picture.file}`)
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

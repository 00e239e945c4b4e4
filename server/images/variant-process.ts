import { constants, setPriority } from 'node:os'
import { makeVariant } from './make-variant.ts'
import type { VariantAnswer, VariantTask } from './variant-maker.ts'

/** Run as a process of its own by variant-maker.ts, behind whatever serves visitors. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

async function answer({ id, file, variant }: VariantTask): Promise<VariantAnswer> {
  try {
    return { id, picture: await makeVariant(file, variant) }
  } catch (error) {
    return { id, problem: (error as Error).message }
  }
}

process.on('message', (task: VariantTask) => void answer(task).then((made) => process.send!(made)))
process.on('disconnect', () => process.exit())

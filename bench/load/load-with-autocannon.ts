import { startSideProcess } from '#bench/stage/side-process.ts'
import type { Order, Report } from './order.ts'

/** Runs in a child process with two workers. */
export async function loadWithAutocannon(order: Order): Promise<Report> {
  const sender = startSideProcess(import.meta.resolve('./send-calls.ts'))
  try {
    const { failures, ...report } = await sender.ask<Report & { failures: number }>(order)
    if (failures > 0 || report.count === 0) {
      throw new Error(`${order.asked[0]!.path}: ${failures} of ${report.count} answers failed`)
    }
    return report
  } finally {
    await sender.stop()
  }
}

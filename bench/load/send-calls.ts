import autocannon from 'autocannon'
import { answerMessages } from '#bench/stage/answer-messages.ts'
import type { Order } from './order.ts'

/** Child process of loadWithAutocannon. */
async function send({ url, asked, connections, seconds }: Order) {
  const report = await autocannon({
    url,
    connections,
    duration: seconds,
    workers: 2,
    requests: asked,
  })
  return {
    count: report['2xx'] + report['3xx'],
    failures: report['4xx'] + report['5xx'] + report.errors + report.timeouts,
    seconds: report.duration,
    p99: report.latency.p99,
  }
}

answerMessages(send)

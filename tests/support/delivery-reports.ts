/** Mails that arrive in a bounce mailbox, from mail servers and people. */

type Report = {
  /** Message-ID of the bounced mail. */
  messageId: string
  to: string
  status?: string
  action?: string
  words?: string
  /** Whether the report includes the whole mail or its header. */
  returned?: 'whole' | 'head'
}

/** Returns a report of RFC 3464, as Postfix writes it. */
export function writeReport({
  messageId,
  to,
  status = '5.1.1',
  action = 'failed',
  words = `550 5.1.1 <${to}>: Recipient address rejected: User unknown`,
  returned = 'whole',
}: Report): string {
  const type = returned === 'whole' ? 'message/rfc822' : 'text/rfc822-headers'
  return `Return-Path: <>
Date: Tue, 1 Dec 2026 08:00:00 +0000 (UTC)
From: MAILER-DAEMON@relay.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: hello@lights.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
 boundary="9B095B5ADSN=_01D7/relay.example"
Message-Id: <20261201080000.9B095B5@relay.example>

This is a MIME-encapsulated message.

--9B095B5ADSN=_01D7/relay.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

--9B095B5ADSN=_01D7/relay.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example
X-Postfix-Queue-ID: 9B095B5
Arrival-Date: Tue,  1 Dec 2026 07:59:58 +0000 (UTC)

Final-Recipient: rfc822; ${to}
Original-Recipient: rfc822;${to}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; ${words}

--9B095B5ADSN=_01D7/relay.example
Content-Description: Undelivered Message
Content-Type: ${type}

Received: by relay.example (Postfix) id 9B095B5
From: House Lights <hello@lights.example>
To: ${to}
Subject: Your seat is confirmed
Message-ID: ${messageId}
Content-Type: text/plain
${returned === 'whole' ? '\nHello Thandi,\n' : ''}
--9B095B5ADSN=_01D7/relay.example--
`
}

/** Returns an out-of-office reply. */
export function writeVacationReply({ messageId, to }: Report): string {
  return `From: ${to}
To: hello@lights.example
Subject: Out of office: Your seat is confirmed
Auto-Submitted: auto-replied (vacation)
In-Reply-To: ${messageId}
References: ${messageId}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

I am away until Monday. Action: failed
Final-Recipient: rfc822; ${to}
Status: 5.1.1
`
}

import type { MailParts } from './mail-parts.ts'

const daemon =
  /^(?:mailer[-_ ]?daemon|mail[-_]?daemon|postmaster|mdaemon|mail[-_]?deliver\S{0,20}|maildelivery\S{0,20}|microsoftexchange\S{0,60}|bounces?|mailerdemon|post_master|mail-?administrator|mail-?router|mailsystem|mail-?server)@|^(?:mailer-daemon|postmaster)$/
/** Matches the local part of addresses that mail gateways and senders of delivery reports use. */
const gateway =
  /(?:smtp|mail)[-_ ]?(?:mail[-_ ]?)?(?:service|gateway|server|delivery)s?$|(?:^|[._-])(?:imss|ndr|dsn|non-?delivery|undeliver\w{0,8})(?:[._-]|$)/
const daemonName =
  /mail(?:er)?[-_ ]?(?:delivery|deliver|daemon|demon|administrator|router|system|server)|postmaster|delivery (?:sub)?system|system administrator|systemadministrator|почтов|zustell/i

/** Returns whether a mail comes from a mail system: by the sender's address or name, or because it has no sender. */
export function isFromDaemon({ field }: Pick<MailParts, 'field'>): boolean {
  const from = field('from')[0] ?? ''
  const found =
    /[^\s<>"'(),;:]{1,64}@[^\s<>"'(),;:]{0,255}|(?:mailer-daemon|postmaster)/i.exec(from)?.[0] ?? ''
  if (from.replaceAll(/[<>\s"]/g, '') === '') return true
  const address = found.toLowerCase()
  const withoutDomain = from.slice(0, 300).replaceAll(/@[^\s<>]*/g, '')
  return (
    daemon.test(address) ||
    gateway.test(address.split('@', 1)[0]!) ||
    daemonName.test(withoutDomain)
  )
}

/** Returns whether the Return-Path is empty (RFC 5321, 4.5.5), as in delivery reports and automatic replies. */
export function hasNoSender({ field }: Pick<MailParts, 'field'>): boolean {
  return field('return-path').some((path) => /^<?\s?(?:mailer-daemon)?\s?>?$/i.test(path))
}

/** Returns whether a mail may be a bounce or spam report according to its headers; other mails are not parsed. */
export function mayBeReport(head: string): boolean {
  const fields = head.replaceAll(/\r?\n[ \t]{1,100}/g, ' ').split(/\r?\n/, 500)
  const field = (name: string) =>
    fields
      .filter((line) => line.toLowerCase().startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trim())
  if (/^content-type: ?multipart\/report/im.test(head) || /\bbounce\+\d/i.test(head)) return true
  if (field('x-failed-recipients').length > 0 || /staff@hotmail\.com/i.test(head)) return true
  return (
    isFromDaemon({ field }) ||
    hasNoSender({ field }) ||
    field('auto-submitted').some((value) => /^auto-/i.test(value))
  )
}

const failure =
  /(?:could ?n[o']t|could not|can ?not|can't|was not|wasn't|were not|not been|unable to|not be|failed to|not able to|unsuccessful\w{0,2}) (?:be )?(?:successfully )?(?:deliver|sent\b|send|reach|process|complete)|wasn't able to deliver|undeliver|undeliv|deliver\w{0,4} (?:\S{1,80} ){0,8}?(?:failed|failure|failing|error|impossible|aborted)|delivery (?:error|problem|status|report|incomplete|notification)|fail\w{0,4} (?:notice|permanently|address|recipient|to deliver|delivery)|following (?:e-?mail )?address\S{0,4} (?:\S{1,20} )?fail|permanent (?:fatal |delivery )?(?:error|failure)|fatal error|did not reach|(?:could not|couldn't) (?:reach|find)|returned? (?:mail|to sender|to you|message)|returning (?:your )?(?:mail|message)|this is the (?:qmail|mail system|postfix|dragonfly|mailer|courier|mail delivery)|error (?:\S{1,20} )?delivering|error (?:has occurred while attempting|was (?:detected|found) while)|problem (?:\S{1,20} )?deliver|(?:mail|message|messages) (?:\S{1,80} )?(?:(?:was|were|is|has been|have been) )?(?:rejected|bounced|returned|refused|blocked)|non-?deliver|did not like our|does not like recipient|(?:user|recipient|host|address) unknown|unknown (?:user|recipient|host|address)|(?:user|recipient|mailbox|address) (?:\S{1,80} )?not found|no such (?:user|recipient|mailbox|person)|addresses had|group you tried to contact|remote host said|giving up on|transcript of session|error[_ ]code|smtp error|doesn't exist|does not exist|invalid address|nicht zugestellt|unzustellbar|nicht zustellbar|zustellung|konnte (?:\S{1,60} ){0,6}?nicht|не (?:удалось|может|было|могло|смогли|была?) (?:\S{1,40} ){0,3}?доставл|не доставл|недоставл|доставить|пользователь не найден|non (?:remis|distribu|délivr)|n'a (?:pas )?pu|échec|no se (?:ha )?(?:pudo|podido|entreg)|no (?:pudo|ha podido|fue) (?:\S{1,20} )?entreg|não (?:pôde|foi|pode) (?:\S{1,20} )?entreg|falha|mancata consegna|non (?:è stato|recapitat|consegnat)|impossibile|kon niet|niet (?:worden )?(?:bezorgd|afgeleverd)|nie (?:można|mogła|została?) (?:\S{1,20} )?(?:dostarcz|doręcz)|配信(?:でき|不能|エラー|に失敗)|届けられ|送信(?:でき|エラー|に失敗)|お届けでき|(?:无法|未能)(?:投递|送达|发送)|退信|投递失败/i
const delay =
  /not yet been delivered|(?:has|have|is|was|been|being) (?:\S{1,20} )?delayed|delay(?:ed)? (?:\S{1,20} )?(?:mail|message|delivery)|delivery (?:\S{1,40} ){0,4}?delayed|warning (?:message )?only|warning: (?:\S{1,20} )?(?:message|could not|mail)|could not send message for (?:the )?past|will (?:continue|keep|be) (?:to )?(?:try|trying|retr|attempt)|will (?:retry|try again)|will be (?:retried|attempted)|do not need to resend|still (?:being )?(?:queued|in the queue|trying|undelivered)|no action is required on your part|attempts (?:\S{1,20} ){0,3}?(?:will|go on|continue)|verzögert|wird weiter versucht|отложен|задерж|попытки доставки будут|遅延|遅れて|retardé|retrasad|atrasad/i
const givenUp =
  /giv(?:en|ing) up|will not (?:be )?(?:retr|try)|not going to try|permanent(?:ly)?|could not be delivered for|has been (?:removed|deleted|returned)|no longer (?:retry|attempt)/i
const away =
  /out of (?:the )?office|on vacation|on (?:annual |sick |parental |maternity )?leave|on holiday|auto(?:matic|mated)?[- ]?(?:reply|response|responder|answer)|away (?:from|until|on)|(?:am|i'm|will be) (?:currently )?(?:away|unavailable|travelling|traveling|out)|i will (?:respond|reply|answer|get back)|(?:received|thank you for|thanks for) your (?:e-?mail|message|mail|inquiry)|abwesend|abwesenheit|nicht im (?:büro|haus)|im urlaub|автоответ|отпуск|absen(?:t|ce)|réponse automatique|respuesta autom|resposta autom|fuera de la oficina|vacaciones|férias|risposta automatica|afwezig|不在|自動(?:返信|応答)|休暇|自动(?:回复|答复)|automatyczn\S{1,3} odpowied|nieobecn|na urlopie|automatick\S{1,2} odpov|nepřítom|autosvar|automatiskt? svar|frånvar|fravær|automaattinen|automatikus válasz|otomatik yan[ıi]t/i

/** Returns whether a text says that a mail was not delivered. */
export function mentionsFailure(text: string): boolean {
  return failure.test(straighten(text))
}

/** Returns whether a text says that delivery will be retried. */
export function mentionsDelay(text: string): boolean {
  const said = straighten(text)
  return delay.test(said) && !givenUp.test(said)
}

function straighten(text: string) {
  return text
    .slice(0, 16 * 1024)
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/\s+/g, ' ')
}

/**
 * Returns whether a mail is an automatic reply, according to RFC 3834 and earlier conventions. The subject
 * counts only together with a header.
 */
export function isAutoReply(mail: MailParts): boolean {
  const { field, ownText } = mail
  const has = (name: string, value = /./) => field(name).some((found) => value.test(found))
  const submitted = field('auto-submitted')[0]?.toLowerCase() ?? ''
  if (mail.reportType === 'disposition-notification') return true
  if (/^auto-(?:replied|notified)/.test(submitted)) return true
  const own = [
    'x-autoreply',
    'x-autorespond',
    'x-auto-reply',
    'x-autoreply-from',
    'x-autoresponder',
    'x-mail-autoreply',
    'x-vacation',
    'x-autogenerated-reply',
  ]
  if (own.some((name) => has(name, /^(?!no\b)./i))) return true
  if (has('x-apple-action', /vacation/i) || has('precedence', /auto[-_]?reply/i)) return true
  if (
    has('x-autogenerated', /reply|vacation|group/i) ||
    has('x-ms-exchange-generated-message-source', /oof|mailbox rules/i)
  )
    return true
  if (
    has('x-ms-exchange-inbox-rules-loop') ||
    has('x-auto-response-suppress', /\b(?:all|oof|autoreply)\b/i)
  ) {
    if (has('in-reply-to') || has('references') || away.test(saidFirst(mail))) return true
  }
  const isByMachine =
    submitted.startsWith('auto-') ||
    has('precedence', /bulk|junk|list/i) ||
    hasNoSender(mail) ||
    has('x-loop') ||
    has('x-auto-response-suppress')
  if (!isByMachine) return false
  const answers = has('in-reply-to') || has('references')
  return away.test(saidFirst(mail)) || (submitted !== '' && answers && ownText !== '')
}

/** Returns the subject and the beginning of the text of a mail. */
function saidFirst({ field, ownText }: MailParts): string {
  return straighten(`${field('subject')[0] ?? ''}\n${ownText.slice(0, 2000)}`)
}

/**
 * Returns whether a mail is a spam complaint: a report of RFC 5965, or a complaint that Outlook forwards.
 * Reports of authentication failures (RFC 6591) and of "not spam" are no complaints.
 */
export function isComplaint({ feedback, reportType, field, everything }: MailParts): boolean {
  const isFeedback = feedback !== undefined || reportType === 'feedback-report'
  const type = /^feedback-type: ?([\w-]{1,40})/im
    .exec(feedback ?? everything.slice(0, 64 * 1024))?.[1]
    ?.toLowerCase()
  if (isFeedback) return type !== 'not-spam' && type !== 'auth-failure' && type !== 'dmarc'
  return (
    /staff@hotmail\.com/i.test(field('from')[0] ?? '') &&
    /^x-hmxmroriginalrecipient:/im.test(everything)
  )
}

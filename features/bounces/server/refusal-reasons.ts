/**
 * What a refusal means for the recipient's address: permanently invalid (`lasting`), temporarily unavailable
 * (`passing`), or nothing, because the cause is our server or mail (`ours`).
 */
export type Verdict = 'lasting' | 'passing' | 'ours'

type RefusalReason = {
  verdict: Verdict
  /** Why the mail server refused the mail, as a sentence for organisers. */
  words: string
  /**
   * Patterns for a mail server's message in lower case, from which emails have been removed. They contain no unbounded
   * repetition, so that matching takes linear time.
   */
  phrases: RegExp
}

/**
 * Reasons for refusals, recognised by phrases in mail servers' messages; the first match counts. Sources of the
 * phrases: RFC 3463, 5321, 7372, 7504, 7505; postfix.org (smtp, smtpd, local, virtual); exim.org (spec,
 * "Errors"); cr.yp.to/qmail (qmail-send, qmail-remote); support.google.com/a/answer/3726730;
 * learn.microsoft.com "Email non-delivery reports in Exchange Online"; senders.yahooinc.com/smtp-error-codes;
 * postmaster.gmx.net; postmaster.mail.ru; zoho.com/mail/help; man.openbsd.org/smtpd; sendmail.org (op guide).
 * Phrases from none of these sources (IMail, gateways, BATV, languages) are in the reports that
 * features/bounces/README.md names.
 */
const sender: RefusalReason = {
  verdict: 'ours',
  words: 'Our sender address was rejected',
  phrases:
    /\bbatv\b|backscatter|bouncedeny|bogus mail from|(?:empty|null) (?:envelope )?senders?\b|senders? (?:is|are) (?:not|an? )|not pre-?approved|third-party dsn|[eé]metteur (?:\S{1,20} )?(?:invalid|inconnu|refus)|return address|(?:^|[\d\s])from:? (?:domain|address|header)|your (?:\S{1,20} )?domain\b|mail from (?:is |was )?(?:not )?owned|sender(?:'s)?(?: e-?mail)? (?:address|domain|rejected|denied|refused|blocked|verif|(?:is|was) (?:invalid|not|unknown|blocked|rejected|refused)|not (?:allowed|authori|permitted|accepted|exist)|unknown|policy)|(?:invalid|unknown|unresolvable|bad|blocked|forged|rejected|unroutable|unverifiable) (?:envelope )?sender|(?:domain|address) of sender|sender ?id\b|(?:from|return)[- ](?:address|path) (?:is|was|not|rejected|denied|invalid|could)|mail from:? ?(?:@|<@>|<>)? (?:denied|rejected|refused|not allowed)|envelope from|call(?:back|out) (?:setup |verification )?(?:failed|verif)|while verifying @|verification failed for @|send as this sender|absender\S{0,10} (?:abgelehnt|unbekannt|ung)/,
}

const listed: RefusalReason = {
  verdict: 'ours',
  words: 'Our mail server is on a block list or has a bad reputation',
  phrases:
    /black[ -]?list|block[ -]?list|deny[ -]?list|blocked (?:using|by|at|for|because|due|from|in|on)|\brbls?\b|dnsbl|dnsrbl|spamhaus|spamcop|\bsorbs\b|barracudacentral|barracuda reputation|senderbase|reputation|uceprotect|abuseat|mailspike|surbl|uribl|njabl|abusix|cloudmark sender|invaluement|\bcsi\.cloudmark|(?:ip|host|client|server|domain|sender|network|address) (?:\S{1,60} )?(?:is|was|are|has been) (?:currently |temporarily )?listed\b|(?<!not )listed (?:in|at|on|by)|bad (?:ip|host|client|server)\b|(?:your|client|the|this|sending) (?:ip|host|server|mta|mail ?server|network|client)(?: address| name)?(?: \S{1,60})? (?:is |was |has been |are )?(?:blocked|banned|denied|refused|rejected|not allowed|not accepted|blacklisted)|connections? (?:from|by) \S{0,60} ?(?:is |was |has been |are )?(?:blocked|rejected|refused|denied)|banned|open (?:proxy|relay)|dynamic (?:ip|address)|dial-?up/,
}

const unproved: RefusalReason = {
  verdict: 'ours',
  words: 'Our mail server is not authenticated (SPF, DKIM, DMARC or its name)',
  phrases:
    /\bspf\b|sender policy framework|\bdkim\b|\bdmarc\b|\barc\b validation|unauthenticated|authenticat\w{0,5} (?:is )?(?:required|failed|fails|needed|check)|reverse (?:dns|lookup|mapping|hostname|address)|\brdns\b|\bptr\b|\b(?:helo|ehlo)\b (?:command |name |hostname |host )?(?:rejected|is |was |invalid|not |must)|(?:bad|invalid) (?:helo|ehlo)|domain (?:name )?in (?:helo|ehlo)|\b(?:helo|ehlo) (?:domain|argument|host)|my name was rejected|cannot (?:find|resolve) your|(?:could ?n[o']t|unable to) resolve (?:your|client|the (?:ip|client|sending))|your (?:reverse|host ?name|dns)|fully[- ]qualified/,
}

const full: RefusalReason = {
  verdict: 'passing',
  words: 'The mailbox is full',
  phrases:
    /(?:mail ?box|inbox|maildir|account|folder|spool|user|recipient|postfach|disk)(?: \S{1,40}){0,3}? (?:is |are )?(?:already |currently |too |almost )?full\b|full mailbox|over(?:draw)?[- ]?(?:the |its |their |his |disk |allowed |storage |mail |mailbox )*quota|quota (?:is |has been |would be |was |limit )?(?:exceed|full|reached|violat|limit|over)|out of (?:disk |storage |mail )?(?:quota|space|storage)|(?:exceed|reach|excede)\w{0,4} (?:\S{1,20} ){0,5}?(?:quota|storage|space|mailbox size|disk)|insufficient (?:\S{1,20} )?(?:storage|space|quota|disk)|(?:not enough|no) (?:\S{1,20} )?(?:storage|space|quota)|storage (?:allocation|space|limit|quota)|disk (?:quota|space)|too much mail data|\bmaildir ?size\b|doesn't have enough space|mailbox (?:size|limit|has exceeded|exceed|quota)|postfach\S{0,12} (?:ist )?(?:voll|überfüllt)|speicherplatz|quota überschritten|переполнен|превы\S{1,8} (?:квот|лимит|размер ящ)|bo[iî]te\S{0,10} (?:\S{1,20} ){0,3}pleine|buz[oó]n (?:\S{1,20} ){0,4}lleno|caixa (?:\S{1,20} ){0,3}cheia|casella (?:\S{1,20} ){0,3}piena|いっぱい|容量(?:オーバ|超過|を超)|邮箱(?:已满|空间不足)|过满|przepełnion/,
}

const tooLarge: RefusalReason = {
  verdict: 'ours',
  words: 'The email was too large',
  phrases:
    /message (?:size|length) |message (?:is |was )?too (?:big|large|long)|message (?:\S{1,20} )?exceeds (?:\S{1,20} ){0,4}?(?:size|length|limit)|(?:max|maximum|fixed)\w{0,3} (?:\S{1,20} )?(?:message |mail )?size|size (?:limit|restriction)|(?:too|very) (?:big|large)\b/,
}

const relay: RefusalReason = {
  verdict: 'ours',
  words: 'A mail server on the way does not relay our emails',
  phrases:
    /relay(?:ing)? (?:access |mail |to @ )?(?:is )?(?:denied|not|prohibit|refus|restrict|disallow|forbidden|attempt)|(?:unable|not (?:permitted|allowed|authori[sz]ed)|cannot|can't|refused?|won't|do(?:es)? not|don't|permission|attempt\w{0,4}|not configured|not permit\w{0,4}) (?:to )?relay|no relaying|we (?:do not|don't) relay|relaying (?:from|for) \S{1,60} (?:is )?(?:denied|not)|rcpthosts|not (?:a |an )?(?:local|gateway|hosted) (?:domain|host)/,
}

const unknown: RefusalReason = {
  verdict: 'lasting',
  words: 'This mailbox does not exist',
  phrases:
    /(?:unknown|invalid|no such|non-?existe?a?nt|bad|unrecogni[sz]ed|illegal|undefined|incorrect|unavailable|inexistent) (?:(?:or|illegal|invalid|virtual|local|e-?mail|mail|smtp|target|final|destination|inactive|disabled|misspelled|recipient's|internet|remote) ){0,3}(?:users?\b|user ?name|recipients?\b|mail ?box|accounts?\b|address(?:ee)?\b|person|local[- ]part|alias|destination|rcpt|member|name here|e-?mail)|(?:users?|recipients?(?:'s)?(?: name| address(?:es)?)?|mail ?box(?:es)?|accounts?|address(?:ee|es)?|inbox|alias|e-?mail|rcpt|name|person|username|local part|destination)(?:\(s\))?:?(?: (?!ip\b|host\b|sender\b|dns\b|server\b)\S{1,60}){0,7}? (?:(?:is |was |are |were )?(?:not|n't) (?:be )?(?:found|exists?\b|known|recogni[sz]ed|a valid|valid\b|listed|registered|here\b|present|defined|a known|an existing|in (?:our|the) )|does ?(?:not|n't|nt) (?:exist|have)|doesn't (?:exist|have an?)|isn't (?:valid|known|found|a valid)|wasn't found|(?:cannot|can't|could ?n[o']t|could not|couldn't) be (?:found|resolved)|(?:is |are )?unknown|unrecogni[sz]ed|(?:is |are )?invalid\b|(?:is |has been |was |are )?(?:no longer|not longer) (?:\S{1,20} )?(?:exist|available|valid|active|in use|use|accept|work|here|with|employ|receiv|monitored|on (?:this|our))|never existed|non-?existent|has been (?:closed|deleted|removed|deactivated|terminated|cancell?ed|discontinued)|was (?:closed|deleted|removed)|has left|has expired)|user unknown|unknown user|not our (?:customer|user)|(?:no|not an?|isn't an?|not the) (?:valid |known |existing |active |local )?(?:user|mailbox|recipient|account|such)(?: \S{1,20})? (?:here|by|with|under|of|at|on)\b|no mail ?box (?:here|found|with|by|for)|not a valid (?:user|mailbox|recipient|address|account|e-?mail)|(?:doesn't|does not|don't|do not) (?:handle|have|host|know|recogni[sz]e|exist)(?: \S{1,20}){0,4}? (?:by that name|account|mailbox|user|recipient|address|here)|that (?:user|address|recipient|mailbox|account)(?: \S{1,20})? (?:doesn't|does not|isn't|is not) |address (?:unknown|rejected: (?:undeliverable|user|no such|unknown))|5\.4\.1 (?:\[@\]: )?recipient address rejected: access denied|undeliverable address|recipient not (?:found|exist|known|in )|recipnotfound|resolver\.adr\.(?:recip|exrecip|bad)?notfound|resolver\.adr\.recipnotfound|unknown recipient|not listed in (?:domino|public|the|directory)|(?:mail ?box|recipient|user) (?:is )?unavailable|mailbox not available|no mailbox|no longer (?:at|with|works? (?:at|for)|employed)|dd this user|invalid address|no account (?:by|with|for)|(?:account|mailbox|recipient|user|address)(?: \S{1,60})? (?:is )?not available|no valid recipients for|can(?:'t|not) find (?:user|recipient|mailbox|account)|ldap: ?\S{0,20} ?user unknown|user not (?:found|known|exist)|nosuchuser|no_such_user|wrong (?:recipient|address|e-?mail)|verify your recipient|bad destination|(?:invalid|unknown|no such|bad) (?:final )?(?:delivery )?user ?id|can(?:'t|not) accept user|@ (?:is |was )?not (?:found|an? (?:active|known|valid|local) )|not in (?:the |our )?directory|nobody at this address|no ?one at this address|bad_?(?:rcptto|recipient)|valid_?rcptto|recipient is not local|not a local (?:address|user|mailbox)|mail ?box (?:\S{1,80} )?unavailable or access denied|nessun utente|no existe (?:dicha|esa|ese|esta|este|el|la) |unzustellbare adresse|(?:empf[äa]e?nger|benutzer|adresse|postfach|mailbox|konto)(?:\S{0,20} ){1,6}?(?:nicht gefunden|existiert nicht|nicht vorhanden|unbekannt|ungültig|nicht bekannt|gibt es nicht|nicht existier)|(?:unbekannter?|ungültiger?) (?:empf|benutzer|adress|nutzer)|нет такого|не существует|не найден|несуществующ|неизвестн\S{1,4} (?:пользовател|получател|адрес)|(?:пользовател|ящик|адрес)\S{0,4} (?:\S{1,20} ){0,3}(?:удал[её]н|отсутству|неизвест)|(?:destinataire|utilisateur|adresse|compte)\S{0,20} (?:\S{1,30} ){0,4}?(?:inconnue?|n'existe|introuvable|invalide)|(?:usuario|usu[aá]rio|destinat[aá]rio|direcci[oó]n|endere[cç]o|cuenta|conta|buz[oó]n)(?: \S{1,40}){0,4}? (?:desconocid|desconhecid|no existe|não existe|no se encontr|não foi encontr|inv[aá]lid|inexistente)|(?:utente|destinatario|indirizzo|casella)(?: \S{1,40}){0,4}? (?:sconosciut|non esiste|inesistente|non trovat|non valid)|(?:gebruiker|ontvanger|adres)(?: \S{1,40}){0,3}? (?:onbekend|bestaat niet|niet gevonden)|nie istnieje|nieznany (?:u[zż]ytkownik|adresat)|neexistuje|存在しない|存在しません|見つかりません|宛先不明|あて先不明|该用户不存在|用户不存在|不存在|找不到|존재하지/,
}

const moved: RefusalReason = {
  verdict: 'lasting',
  words: 'The person has moved to another address',
  phrases:
    /(?:user|recipient|account|mailbox|address|person|@) (?:\S{1,20} )?(?:has |have )?(?:moved|changed (?:his|her|their|its)|been (?:moved|replaced|changed))|user not local|not local[;,] please|new (?:e-?mail )?address is|address (?:has )?(?:been )?changed/,
}

const lookupFailed: RefusalReason = {
  verdict: 'passing',
  words: 'The mail server of this address was not found',
  phrases:
    /host not found, try|try again\b.{0,30}name service|temporary (?:dns|lookup|name|resolution|resolve)|dns (?:\S{1,20} )?(?:timed? ?out|timeout|temporar|lookup timed|servfail|(?:query failed|failure|error)(?!.{0,80}(?:not found|unknown)))|(?:lookup|name server|nameserver|name service)\S? (?:\S{1,20} )?(?:timed? ?out|timeout|temporar|deferred|server failure)|servfail|host lookup did not complete|cname lookup failed temporarily|name service error for \S{1,100} (?:type=\w{1,5}: )?host not found, try/,
}

const noDomain: RefusalReason = {
  verdict: 'lasting',
  words: 'No mail server accepts emails for this address',
  phrases:
    /(?:host|domain)(?: name)?(?: (?!ip\b)\S{1,80}){0,2}? (?:is |was )?(?:unknown|not found|does(?:n't| not) exist|not exist|could(?:n't| not) be found|not known|non-?existent|can't be found|is invalid|no longer exist)|unknown (?:mail )?(?:host|domain)|(?:no|invalid|illegal|non-?existent|bad) (?:such )?(?:host|domain)(?:\b| name)|name or service not known|nxdomain|unrout(?:e)?able|couldn't find any host|no (?:valid |usable )?(?:mail ?(?:hosts?|servers?|exchangers?)|mx|mxes|smtp servers?)\b(?: \S{1,20})? ?(?:for|found|record|exist|could|available|$)|mx (?:records? )?(?:\S{1,20} )?(?:point\w? to (?:a )?non-?exist|non-?existent|invalid|not found)|(?:host|domain|server) (?:\S{1,80} )?does(?:n't| not) (?:accept|receive|support) (?:any )?(?:e-?mail|mail|smtp|messages)\b(?! from)|null ?mx|no smtp service|dns domain \S{1,80} does not exist|infodomainnonexistent|illegal host|no data record of requested type|domain (?:\S{1,20} ){0,3}?must exist|cannot find (?:a )?(?:route|mail ?(?:server|exchanger)|mx)|неизвестн\S{1,3} домен|домен \S{0,60} ?не (?:существ|найден)|domain\S{0,3} (?:\S{1,60} )?(?:unbekannt|existiert nicht|nicht gefunden)/,
}

const off: RefusalReason = {
  verdict: 'passing',
  words: 'The mailbox is disabled',
  phrases:
    /(?:account|mail ?box|user|recipient|address|inbox|e-?mail)(?: \S{1,40}){0,5}? (?:is |has been |was |are |currently |temporarily |been ){0,4}(?:disabled|suspended|inactive|locked|blocked|frozen|deactivated|not active|turned off|dormant|unavailable|on hold|discontinued|restricted)|(?:disabled|suspended|inactive|locked|frozen|deactivated|expired) (?:user|account|mail ?box|recipient|address)|not accepting (?:messages|mail|e-?mail)|заблокирован|отключ[её]н|gesperrt|deaktiviert|désactivé|deshabilitad|desativad|disattivat/,
}

const permission: RefusalReason = {
  verdict: 'ours',
  words: 'This address accepts emails from certain senders only',
  phrases:
    /(?:not|n't) (?:have permission|allowed|permitted|authori[sz]ed|able) to (?:post|send|write|deliver|submit)|do(?:es)? not have permission|permission to (?:post|send)|only (?:accepts?|allows?|members|subscribers|internal)|members? only|non-?member|restrictedrecip|not a member|not subscribed|recipient (?:\S{1,20} ){0,3}?(?:restricted|restriction)|the group you tried to contact|recipient(?:'s)? preference|moderat|white ?-?list|allow ?list|challenge/,
}

const refusedMail: RefusalReason = {
  verdict: 'ours',
  words: 'The email was rejected as spam or by a rule',
  phrases:
    /\bspam(?:s|m\w{1,4})?\b|spam[- ](?:like|content|detected|score|filter|message)|\buce\b|\bube\b|unsolicited|bulk mail|\bjunk\b|phish|virus|malware|trojan|infected|suspicious|suspected|content (?:rejected|filter|polic|violat|not accepted|denied|block)|(?:message|mail|e-?mail) (?:content|contains|contained|has been rejected|was rejected|rejected|refused|blocked|looks|filtered|denied|not accepted)|polic(?:y|ies)|administrative(?:ly)? (?:prohibit|lock|denied|reject)|prohibited|attachment|(?:invalid|missing|bad|malformed|multiple|too many|duplicate) (?:\S{1,20} )?header|headers? (?:\S{1,20} ){0,3}?(?:fail|check|syntax)|rules? (?:\S{1,20} )?(?:imposed|set)\b|bare lf|not rfc|rfc ?\d{3,4} (?:compl|violat)|8 ?-?bit|conversion|tls (?:is )?required|must issue a starttls|encryption (?:needed|required)|access denied|transaction failed|bounce rejected|protocol (?:error|violation)|syntax error|unrecogni[sz]ed command|command (?:rejected|not)|denied by|rejected by (?:\S{1,20} )?(?:filter|content|system|rule|admin|server|local)|as spam|abus(?:e|ive)|unwanted|security|not accept(?:ed|ing)? (?:from|mail from)|violat/,
}

const tooMuch: RefusalReason = {
  verdict: 'ours',
  words: 'We sent more emails at once than the mail server accepts',
  phrases:
    /rate[- ]?limit|\brate (?:is |has )?(?:exceed|too)|throttl|too many (?:messages|mails?|e-?mails?|connections?|recipients|concurrent|sessions|invalid|errors|requests)|(?:hourly|daily|sending|outgoing|max \S{1,20}) (?:\S{1,20} )?(?:limit|quota|allowance)|(?:per|an) (?:hour|day|minute|second)\b|max(?:imum)? (?:e-?mails?|messages|connections|recipients)|unusual (?:rate|volume)|sending too (?:fast|quick|many)/,
}

const greylisted: RefusalReason = {
  verdict: 'passing',
  words: 'The mail server accepts it later',
  phrases: /gr[ea]y[- ]?list/,
}

const later: RefusalReason = {
  verdict: 'passing',
  words: 'The mail server of this address did not accept it in time',
  phrases:
    /try (?:it )?(?:again|later)|again later|temporar|timed? ?out|timeout|connection (?:\S{1,20} )?(?:refused|reset|lost|closed|dropped|failed|interrupted|was|died)|(?:could ?n[o']t|could not|couldn't|unable to|cannot|failed to) (?:establish|connect|open|make|contact|reach)|connect to \S{1,100}|retry (?:time|limit)|gr[ea]ylist|busy|expired|in the queue too long|queue (?:too long|time|life)|delivery time|(?:not enough|insufficient|lack of|low) (?:\S{1,20} )?resources|service (?:is )?(?:currently |temporarily )?(?:unavailable|not available|shutting)|overload|deferred|unreachable|no route to host|network (?:error|is|problem)|(?:internal|local|configuration|server|software|system|mailer|delivery|lookup|database|processing) (?:error|problem|failure)|not (?:responding|ready)|\bloops?\b|looping|too many hops|hop ?-?count|mail for \S{1,100} loops|receiving mail (?:too quickly|at a rate)|out of memory|i\/o error|permission denied|can't create|cannot (?:create|open|update|append)|command (?:died|failed|terminated|line)|unable to (?:write|deliver locally)|error writing/,
}

/**
 * All reasons why mail servers refuse mails, in the order in which to compare their phrases. Reasons that blame this
 * site's server or mail come first, because their messages may mention the recipient's mailbox, too.
 */
export const refusalReasons = [
  unproved,
  sender,
  listed,
  tooLarge,
  full,
  relay,
  tooMuch,
  lookupFailed,
  noDomain,
  greylisted,
  unknown,
  moved,
  permission,
  off,
  refusedMail,
] as const

export const senderReason = sender

/**
 * "Try again later" is part of many messages. This reason applies only if no other phrase and no status code matches.
 */
export const lateReason = later

/** Reason for each enhanced status (RFC 3463 and its IANA registry), used if no phrase matches. */
export const statusReasons: [statuses: RegExp, reason: Omit<RefusalReason, 'phrases'>][] = [
  [/^[45]\.1\.[789]$/, sender],
  [/^5\.1\.(?:2|10)$/, noDomain],
  [/^5\.1\.6$/, moved],
  [/^5\.1\.\d{1,3}$/, unknown],
  [/^5\.7\.17$/, moved],
  [/^[45]\.2\.1$/, off],
  [/^[45]\.2\.2$/, full],
  [/^[45]\.(?:2\.3|3\.4)$/, tooLarge],
  [/^[45]\.7\.(?:20|21|22|23|24|25|26|27)$/, unproved],
  [/^4\.7\.28$/, tooMuch],
  [/^5\.4\.310$/, noDomain],
  [/^[45]\.[12]\.\d{1,3}$/, { verdict: 'passing', words: 'The mailbox accepts no emails' }],
  [/^[45]\.[34]\.\d{1,3}$/, later],
  [
    /^[45]\.[567]\.\d{1,3}$/,
    { verdict: 'ours', words: 'The email was rejected, but the address works' },
  ],
]

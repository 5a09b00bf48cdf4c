import { path, search } from './encode-path.ts'

export const topPath = () => '/'
export const categoryIndexPath = () => '/category'
export const categoryPath = (categoryId: number) => path('category', categoryId)
export const taskIndexPath = () => '/category/task/list'
export const taskToolsPath = (taskId: number) => path('category', 'task', 'list', 'tool', taskId)
export const toolPath = (toolId: number) => path('tool', toolId)
/** What tasks cost: all of them, one, or one in a prefecture. */
export const feesPath = () => '/fees'
export const taskFeesPath = (taskId: number, prefectureSlug: string | null = null) =>
	prefectureSlug === null ? path('fees', taskId) : path('fees', taskId, prefectureSlug)
/** Cases that offices have published: all tasks, or those of one. */
export const casesPath = (taskId: number | null = null, page: string | null = null) =>
	taskId === null ? '/cases' : `${path('cases', taskId)}${search({ page: page ?? '' })}`
/** The calculators, or one of them. */
export const calculatorPath = (slug: string | null = null) => (slug === null ? '/calculators' : path('calculators', slug))
/** Due dates of the next twelve months; `query` is what `calendarSearch` gives. */
export const calendarPath = (query = '') => `/calendar${query}`
export const calendarFilePath = (query = '') => `/calendar.ics${query}`
/** Where a member chooses of which due dates to be reminded; `query` fills the form. */
export const remindersPath = (query = '') => `/mypage/calendar${query}`
export const glossaryPath = () => '/glossary'
export const termPath = (slug: string) => path('glossary', slug)
/** The professions side by side; with a slug, its place on the page. */
export const professionsPath = (slug: string | null = null) => `/professions${slug === null ? '' : `#${slug}`}`
/** `pickup` counts the click on a pick-up; the page is the same. */
export const expertPath = (expertId: number, from: { pickup?: number } = {}) =>
	`${path('expert', expertId)}${search({ pickup: `${from.pickup ?? ''}` })}`
/** The application to be an expert, or one of its steps. */
export const registrationPath = (step?: 'credentials' | 'profile' | 'office' | 'consents') =>
	step === undefined ? '/expert/register' : path('expert', 'register', step)
/** The link in the mail to a person whose office staff have imported. */
export const importInvitationPath = (token: string) => path('expert', 'invitation', token)
/** Where an expert claims an office that no owner acts for, by its number. */
export const claimPath = (query: { number?: string; done?: string } = {}) =>
	`/expert/register/claim${search({ number: query.number ?? '', done: query.done ?? '' })}`
/** The link in the mail to an office that somebody claims. */
export const officeClaimLinkPath = (token: string) => path('expert', 'claim', token)
export const proofPath = (proofId: string) => path('expert', 'proof', proofId)
/** One page of a document as a picture, for staff. Pages count from 1. */
export const proofPagePath = (proofId: string, page: number) => path('admin', 'proof', proofId, page)
export const ownExpertPath = (after: { saved?: true } = {}) => `/mypage/expert${after.saved ? '?saved' : ''}`
/** Where a verified expert adds, renews and gives up credentials. */
export const ownCredentialsPath = (after: { saved?: string } = {}) => `/mypage/expert/credentials${search({ saved: after.saved ?? '' })}`
export const officePath = (officeId: number) => path('office', officeId)
export const ownOfficesPath = () => '/mypage/offices'
/** The overview of an office's editor, or the page of one section; `saved` tells what was done. */
export const officeEditPath = (officeId: number, at: { section?: string; saved?: string } = {}) =>
	`${path('office', 'edit', officeId, ...(at.section === undefined ? [] : [at.section]))}${search({ saved: at.saved ?? '' })}`
export const officePreviewPath = (officeId: number) => path('office', 'edit', officeId, 'preview')
export const officeMembersPath = (officeId: number) => path('office', 'edit', officeId, 'members')
/** Where an office copies its badge and its widget from. */
export const officeEmbedPath = (officeId: number) => path('office', 'edit', officeId, 'embed')
export const officeDeletePath = (officeId: number) => path('office-delete', officeId)
export const officeInvitationPath = (token: string) => path('office', 'invitation', token)
export const questionsPath = (query = '') => `/qa${query}`
/** The viewer's questions, and for experts those that they may answer. */
export const ownQuestionsPath = (query = '') => `/mypage/questions${query}`
/** With an answer's id, links to the anchor of that answer. `after` says what was just done. */
export const questionPath = (questionId: number, answerId?: number, after: '' | 'posted' = '') =>
	`${path('qa', questionId)}${search(after === '' ? {} : { [after]: '1' })}${answerId === undefined ? '' : `#answer-${answerId}`}`
export const askPath = (title = '') => `/qa/post${search({ title })}`
/** The beginning of a question for visitors; members are sent on to the form. */
export const writePath = (title = '') => `/qa/write${search({ title })}`
export const questionEditPath = (questionId: number) => path('qa', questionId, 'edit')
export const answerFormPath = (questionId: number) => path('qa', questionId, 'answer')
export const answerEditPath = (answerId: number) => path('qa', 'answer', answerId, 'edit')
/** The history of a question or an answer. */
export const questionHistoryPath = (questionId: number) => path('qa', questionId, 'history')
export const answerHistoryPath = (answerId: number) => path('qa', 'answer', answerId, 'history')
export const followersPath = () => '/follower'
export const notificationsPath = (cursor: string | null = null) => `/notifications${search({ page: cursor ?? '' })}`
/** Marks the notification as read and redirects to its subject. */
export const notificationPath = (id: number) => path('notifications', id)
export const notificationSettingsPath = () => '/mypage/notifications'
/** `token` is what `unsubscribeToken` gives. */
export const unsubscribePath = (token: string) => `/unsubscribe${search({ token })}`
/** Stops mails to an address that needs no account; `token` is a stop key of a list wait or a refusal key of an import. */
export const stopMailsPath = (token: string) => `/mails/stop${search({ token })}`
/** Where a visitor asks for a mail when an office appears in a list; `sent` after the form. */
export const listWaitPath = (list: { scopeId: number; areaId: number }, after: { sent?: 'waiting' | 'mailed' | 'stopped' } = {}) =>
	`/waiting${search({ scope: `${list.scopeId}`, area: `${list.areaId}`, sent: after.sent ?? '' })}`
export const listWaitConfirmPath = (token: string) => path('waiting', 'confirm', token)
/** What visitors wait for, as staff see it. */
export const staffWaitsPath = () => '/admin/waiting'
export const articlesPath = (query = '') => `/articles${query}`
/** `slug` is the article's own end of its address. */
export const articlePath = (slug: string) => path('articles', slug)
/** Notices of incidents and planned work: all of them, or one. */
export const noticesPath = (page: string | null = null) => `/notices${search({ page: page ?? '' })}`
export const noticePath = (id: number) => path('notices', id)
export const noticeFeedPath = () => '/notices/feed.xml'
export const staffNoticesPath = (query: { page?: string | null; done?: string } = {}) =>
	`/admin/notices${search({ page: query.page ?? '', done: query.done ?? '' })}`
export const staffNoticePath = (id: number, after: { done?: string } = {}) =>
	`${path('admin', 'notices', id)}${search({ done: after.done ?? '' })}`
/** The taxonomy as staff edit it: the tree, one item, what publishing its draft shows, and its end. */
export const staffTaxonomyPath = (query: { show?: string; done?: string } = {}) =>
	`/admin/taxonomy${search({ show: query.show ?? '', done: query.done ?? '' })}`
export const staffTaxonomyChecksPath = (words = '') => `/admin/taxonomy/checks${search({ q: words })}`
export const staffNewItemPath = (kind: string, owner = '') => `/admin/taxonomy/new${search({ kind, owner })}`
/** The key of a use case has a slash, which its address writes as a hyphen. */
export const staffItemPath = (kind: string, key: string, after: { done?: string } = {}) =>
	`${path('admin', 'taxonomy', kind, key.replace('/', '-'))}${search({ done: after.done ?? '' })}`
export const staffItemPreviewPath = (kind: string, key: string) => `${staffItemPath(kind, key)}/preview`
export const staffItemEndPath = (kind: string, key: string) => `${staffItemPath(kind, key)}/end`
/** Experts whom editors introduce: all of a shelf, a new one in a place, or one. */
export const staffPickupsPath = (
	query: { shelf?: string; scope?: number; prefecture?: number; page?: string | null; done?: string } = {},
) =>
	`/admin/pickups${search({ shelf: query.shelf ?? '', scope: `${query.scope ?? ''}`, prefecture: `${query.prefecture ?? ''}`, page: query.page ?? '', done: query.done ?? '' })}`
export const staffNewPickupPath = (
	place: { scopeId: number; prefectureId: number },
	query: { q?: string; expert?: number; page?: string | null } = {},
) =>
	`/admin/pickups/new${search({ scope: `${place.scopeId}`, prefecture: `${place.prefectureId}`, q: query.q ?? '', expert: `${query.expert ?? ''}`, page: query.page ?? '' })}`
export const staffPickupPath = (id: number, after: { done?: string } = {}) =>
	`${path('admin', 'pickups', id)}${search({ done: after.done ?? '' })}`
/** Of all articles, or of a category's. */
export const articleFeedPath = (categoryId: number | null = null) =>
	categoryId === null ? '/articles/feed.xml' : path('articles', 'feed', `${categoryId}.xml`)
/** Where an expert writes it. */
export const articleEditorPath = (articleId: number) => path('mypage', 'articles', articleId)
/** Where editors approve it. */
export const articleReviewPath = (articleId: number, after: { done?: string } = {}) =>
	`${path('admin', 'articles', articleId)}${search({ done: after.done ?? '' })}`
export const reportPath = (kind: string, id: number) => path('report', kind, id)
export const reportThanksPath = () => '/report/thanks'
export const appealPath = (kind: string, id: number) => path('appeal', kind, id)
/** The form for estimates of several offices, prefilled with what is known. */
export const estimateFormPath = (
	known: {
		taskId?: number | undefined
		prefectureId?: number | undefined
		municipalityId?: number | undefined
		officeIds?: readonly number[]
	} = {},
) => {
	const { taskId = '', prefectureId = '', municipalityId = '', officeIds = [] } = known
	const values = { task: `${taskId}`, prefecture: `${prefectureId}`, city: `${municipalityId}`, office: officeIds.join(',') }
	return `/bulk_estimate${search(values)}`
}
/** A request that is being written; `key` is what `draftKey` gives. */
export const estimateDraftPath = (key: string, step = '') => `${path('bulk_estimate', key)}${search({ step })}`
export const estimateConfirmPath = (token: string) => path('bulk_estimate', 'confirm', token)
/** A visitor's own page of a request; `key` is what `resultKey` gives. */
export const estimateResultPath = (key: string) => path('bulk_estimate', 'result', key)
export const estimatesPath = (cursor: string | null = null) => `/mypage/estimates${search({ page: cursor ?? '' })}`
export const estimatePath = (requestId: number) => path('mypage', 'estimates', requestId)
/** The PDF of a quote; visitors are authorised by a key in a cookie. */
export const quotePath = (quoteId: number) => path('bulk_estimate', 'quote', quoteId)
export const leadsPath = (cursor: string | null = null) => `/mypage/leads${search({ page: cursor ?? '' })}`
/** A request as the office sees it, by the id of its delivery. */
export const leadPath = (deliveryId: number) => path('mypage', 'leads', deliveryId)
export const staffAccessesPath = (query: { page?: string | null } = {}) => `/admin/message-access${search({ page: query.page ?? '' })}`
export const staffAccessPath = (id: number, after: { done?: string } = {}) =>
	`${path('admin', 'message-access', id)}${search({ done: after.done ?? '' })}`
export const openedMessagesPath = (id: number) => path('admin', 'message-access', id, 'messages')
export const staffLeadPath = (requestId: number) => path('admin', 'leads', requestId)
/** Asks for contact after the funding diagnosis; `query` is its conditions, as `diagnosisSearch` gives them. */
export const diagnosisContactPath = (query: string) => `/lp/factoring/contact${query}`
export const diagnosisContactSentPath = (query: string) => `/lp/factoring/contact/sent${query}`
export const diagnosisConfirmPath = (token: string) => path('lp', 'factoring', 'contact', 'confirm', token)
/** Where the requester sees and withdraws a contact request; `key` comes from `contactKey`. */
export const diagnosisRequestPath = (key: string, after: { withdrawn?: true } = {}) =>
	`${path('lp', 'factoring', 'contact', 'request', key)}${after.withdrawn ? '?withdrawn=1' : ''}`
export const myDiagnosesPath = (query: { page?: string | null; after?: 'sent' | 'withdrawn' } = {}) =>
	`/mypage/diagnoses${search({ page: query.page ?? '', after: query.after ?? '' })}`
/** A profession that nobody registers here. */
export const unlistedProfessionPath = (slug: string) => path('professions', slug)
/** The rules of the site, or of one of its rooms, or the privacy policy; with a version the page of that version. */
export const rulesPath = (room = 'general', version?: string): string => {
	if (version !== undefined) return path('rules', room, version)
	if (room === 'privacy') return '/privacy'
	return room === 'general' ? '/rules' : path('rules', room)
}
/** The categories of what one can write to the operator, or the form of one. */
export const contactPath = (category?: string) => (category === undefined ? '/contact' : path('contact', category))
export const contactSentPath = (id: number, category: string) => `/contact/sent${search({ number: `${id}`, about: category })}`
export const staffSupportListPath = (query: { state?: string; category?: string; page?: string | null; done?: string } = {}) =>
	`/admin/contacts${search({ state: query.state ?? '', category: query.category ?? '', page: query.page ?? '', done: query.done ?? '' })}`
export const staffSupportPath = (id: number, after: { done?: string } = {}) =>
	`${path('admin', 'contacts', id)}${search({ done: after.done ?? '' })}`
export const staffDiagnosesPath = (query: { state?: string; page?: string | null } = {}) =>
	`/admin/diagnoses${search({ state: query.state ?? '', page: query.page ?? '' })}`
export const staffDiagnosisPath = (id: number, after: { done?: string } = {}) =>
	`${path('admin', 'diagnoses', id)}${search({ done: after.done ?? '' })}`
/** The form for a question to one office; visitors may begin it. */
/** With `expertId` the form preselects one of the office's experts. */
export const askOfficePath = (officeId: number, { expertId }: { expertId?: number } = {}) =>
	`${path('office', officeId, 'inquiry')}${search({ expert: `${expertId ?? ''}` })}`
/** With `office`, what that office received; without it, what the viewer sent. */
export const inquiriesPath = (query: { office?: number | undefined; page?: string | null } = {}) =>
	`/mypage/inquiries${search({ office: `${query.office ?? ''}`, page: query.page ?? '' })}`
export const inquiryPath = (inquiryId: number, after: { sent?: true } = {}) =>
	`${path('mypage', 'inquiries', inquiryId)}${after.sent ? '?sent=1' : ''}`
/** Where an office sends a quote in an inquiry. */
export const inquiryQuotePath = (inquiryId: number) => path('mypage', 'inquiries', inquiryId, 'quote')
/** Where a client books a time of an office; `inquiry` continues a thread with it, `from` is the first day shown. */
export const bookingPath = (officeId: number, query: { inquiry?: number | undefined; from?: string } = {}) =>
	`${path('office', officeId, 'appointment')}${search({ inquiry: `${query.inquiry ?? ''}`, from: query.from ?? '' })}`
export const bookingSettingsPath = (officeId: number, after: { saved?: true } = {}) =>
	`${path('office', 'edit', officeId, 'appointments')}${after.saved ? '?saved=1' : ''}`
export const appointmentsPath = (query: { past?: boolean; page?: string | null } = {}) =>
	`/mypage/appointments${search({ past: query.past ? '1' : '', page: query.page ?? '' })}`
/** `done` names what was just done. */
export const appointmentPath = (id: number, query: { done?: string; from?: string } = {}) =>
	`${path('mypage', 'appointments', id)}${search({ done: query.done ?? '', from: query.from ?? '' })}`
export const appointmentFilePath = (id: number) => path('mypage', 'appointments', id, 'calendar')
/** Where the two sides of a thread agree on a time. */
export const arrangePath = (inquiryId: number, query: { done?: string; move?: number } = {}) =>
	`${path('mypage', 'inquiries', inquiryId, 'appointment')}${search({ done: query.done ?? '', move: `${query.move ?? ''}` })}`
/** A person's appointments for calendar programs; `token` is what `calendarFeedToken` gives. */
export const calendarFeedPath = (token: string) => path('appointments', 'feed', token)
/** What an expert's day begins with, and their cases by how near they are to work. */
export const todayPath = () => '/mypage/today'
/** `moved` says what was just done to a card. */
export const pipelinePath = (after: { moved?: string } = {}) => `/mypage/pipeline${search({ moved: after.moved ?? '' })}`
export type InboxRoom = 'leads' | 'inquiries' | 'appointments' | 'arrangements' | 'documents'

/** The inbox of an expert; `query` narrows it down and says what was just done. */
export const inboxPath = (query: Readonly<Record<string, string>> = {}) => `/mypage/inbox${search(query)}`
/** What is open in the inbox: a request, a thread, an appointment, or the times and the documents of a thread. */
export const inboxItemPath = (kind: InboxRoom, id: number, query: Readonly<Record<string, string>> = {}) =>
	`${path('mypage', 'inbox', kind, id)}${search(query)}`
/** The viewer's requests for quotes and inquiries in one list. */
export const ownCasesPath = (query: { filter?: string; page?: string | null } = {}) =>
	`/mypage/cases${search({ filter: query.filter ?? '', page: query.page ?? '' })}`
/** `name` is 「estimate-12」 or 「inquiry-34」. */
export const ownCasePath = (name: string) => path('mypage', 'cases', name)
/** The saved replies of the viewer's offices; `done` says what was just done. */
export const savedRepliesPath = (done: '' | 'added' | 'changed' | 'deleted' = '') => `/mypage/replies${search({ done })}`
/** The PR placements of the viewer's offices; `done` says what was just done. */
export const placementsPath = (done: '' | 'added' | 'removed' = '') => `/mypage/placements${search({ done })}`
/** The documents of a thread; `anchor` is a part of the page. */
export const documentsPath = (inquiryId: number, query: { done?: string } = {}, anchor?: 'upload' | 'rule') =>
	`${path('mypage', 'inquiries', inquiryId, 'documents')}${search({ done: query.done ?? '' })}${anchor ? `#${anchor}` : ''}`
export const documentsZipPath = (inquiryId: number) => path('mypage', 'inquiries', inquiryId, 'documents.zip')
/** Takes files part by part. */
export const documentUploadPath = () => '/mypage/documents/upload'
export const documentFilePath = (documentId: number) => path('mypage', 'documents', documentId, 'file')
/** The pages of a document as pictures. */
export const documentPath = (documentId: number) => path('mypage', 'documents', documentId)
export const documentPagePath = (documentId: number, page: number) => path('mypage', 'documents', documentId, 'page', page)
/** The engagement letters of a thread. */
export const letterPath = (inquiryId: number, query: { done?: string } = {}) =>
	`${path('mypage', 'inquiries', inquiryId, 'letter')}${search({ done: query.done ?? '' })}`
export const letterFilePath = (letterId: number) => path('mypage', 'letters', letterId, 'pdf')
/** Where anybody compares the hash of a letter; `code` is printed on it. */
export const letterProofPath = (code: string) => path('letters', code)
export const inquiryFilePath = (fileId: number) => path('mypage', 'inquiries', 'file', fileId)
/** Where a client writes or edits the review of an office. */
export const reviewFormPath = (officeId: number) => path('office', officeId, 'review')
/** The viewer's reviews, and those of their offices. */
export const myReviewsPath = (page: string | null = null) => `/mypage/reviews${search({ page: page ?? '' })}`
export const statsPath = (query: { days?: number; office?: number } = {}) =>
	`/mypage/stats${search({ days: `${query.days ?? ''}`, office: `${query.office ?? ''}` })}`
export const caseStatsPath = (query: { days?: number; office?: number } = {}) =>
	`/mypage/stats/cases${search({ days: `${query.days ?? ''}`, office: `${query.office ?? ''}` })}`
export const caseStatsFilePath = (query: { days?: number; office?: number } = {}) =>
	`/mypage/stats/cases.csv${search({ days: `${query.days ?? ''}`, office: `${query.office ?? ''}` })}`
export const statsFilePath = (query: { days?: number; office?: number } = {}) =>
	`/mypage/stats.csv${search({ days: `${query.days ?? ''}`, office: `${query.office ?? ''}` })}`
export const queuePath = (query = '') => `/mypage/queue${query}`
export const staffReviewsPath = (query = '') => `/admin/reviews${query}`
/** Asks staff to log in again and redirects back to `path`. */
export const staffRenewalPath = (path: string) => `/admin/renew?redirect=${encodeURIComponent(path)}`

/** The desk of a queue; with `item`, one item beside the list. */
export const deskPath = (queue: string, query: Record<string, string> = {}) => `${path('admin', 'queues', queue)}${search(query)}`
/** Several items of a queue at once; `query` are the filters of its address. */
export const bulkPath = (queue: string, query = '') =>
	`/admin/queues/bulk${search({ queue, ...Object.fromEntries(new URLSearchParams(query)) })}`
/** The log of mails, or the addresses that get none. */
export const staffMailPath = (query: { show?: string; q?: string; page?: string | null; done?: string } = {}) =>
	`/admin/mail${search({ show: query.show ?? '', q: query.q ?? '', page: query.page ?? '', done: query.done ?? '' })}`
/** What staff look for people, offices and numbers with; or one account. */
export const staffSearchPath = (typed = '') => `/admin/people${search({ q: typed })}`
export const staffPersonPath = (uid: string, after: { done?: string } = {}) =>
	`${path('admin', 'people', uid)}${search({ done: after.done ?? '' })}`
export const staffTimelinePath = (uid: string, query: { group?: string; page?: string | null } = {}) =>
	`${path('admin', 'people', uid, 'timeline')}${search({ group: query.group ?? '', page: query.page ?? '' })}`
/** What an account asked of offices, and what it pays. */
export const staffCasesPath = (uid: string, page: string | null = null) =>
	`${path('admin', 'people', uid, 'cases')}${search({ page: page ?? '' })}`
/** What a member’s own pages say, for support. */
export const staffViewPath = (uid: string) => path('admin', 'people', uid, 'view')
/** The merge of an account into another one. */
export const staffMergePath = (uid: string, after: { done?: string } = {}) =>
	`${path('admin', 'people', uid, 'merge')}${search({ done: after.done ?? '' })}`
/** Requests under the Act on the Protection of Personal Information. */
export const privacyRequestsPath = (query: { state?: string; page?: string | null } = {}) =>
	`/admin/privacy${search({ state: query.state ?? '', page: query.page ?? '' })}`
export const privacyRequestPath = (id: number, after: { done?: string } = {}) =>
	`${path('admin', 'privacy', id)}${search({ done: after.done ?? '' })}`
export const privacyDataPath = (id: number) => path('admin', 'privacy', id, 'data.json')
export const staffStandingPath = (uid: string, query: { page?: string | null; done?: string } = {}) =>
	`${path('admin', 'people', uid, 'standing')}${search({ page: query.page ?? '', done: query.done ?? '' })}`
export const staffHealthPath = () => path('admin', 'health')
export const staffExpertPath = (expertId: number, after: { done?: string } = {}) =>
	`${path('admin', 'experts', expertId)}${search({ done: after.done ?? '' })}`
export const staffOfficePath = (officeId: number, after: { done?: string } = {}) =>
	`${path('admin', 'offices', officeId)}${search({ done: after.done ?? '' })}`
export const staffOfficePreviewPath = (officeId: number) => path('admin', 'offices', officeId, 'preview')
export const staffOfficesFilePath = (filter: string) => `${path('admin', 'offices.csv')}${search({ filter })}`
export const staffAuditFilePath = (query: Readonly<Record<string, string>> = {}) => `${path('admin', 'audit.csv')}${search(query)}`
/** Reports that were decided. */
export const decidedReportsPath = (page: string | null = null) => `/admin/queues/reports/decided${search({ page: page ?? '' })}`
/** A reported thread with an office; `reportId` is its oldest open report's. */
export const staffReportPath = (reportId: number) => path('admin', 'reports', reportId)
/** What staff announce to members: their own page of it. */
export const announcementPath = (id: number) => path('announcements', id)
export const staffAnnouncementsPath = (query: { page?: string | null; done?: string } = {}) =>
	`/admin/announcements${search({ page: query.page ?? '', done: query.done ?? '' })}`
export const staffAnnouncementPath = (id: number, after: { done?: string } = {}) =>
	`${path('admin', 'announcements', id)}${search({ done: after.done ?? '' })}`
/** What staff change of the site while it runs. */
export const staffSettingsPath = (after: { done?: string } = {}) => `/admin/settings${search({ done: after.done ?? '' })}`
export const staffSwitchesPath = (after: { done?: string } = {}) => `/admin/switches${search({ done: after.done ?? '' })}`
/** The words of the mails, and of one; `templatePreviewPath` is a mail as a document of its own. */
export const staffTemplatesPath = () => '/admin/templates'
export const staffTemplatePath = (key: string, after: { done?: string } = {}) =>
	`${path('admin', 'templates', key)}${search({ done: after.done ?? '' })}`
export const templatePreviewPath = (key: string, query: { width?: number } = {}) =>
	`${path('admin', 'template-preview', key)}${search({ width: `${query.width ?? ''}` })}`
/** The figures of staff, and one chart of them as a file. */
export const insightsPath = (query: { days?: number } = {}) => `/admin/insights${search({ days: `${query.days ?? ''}` })}`
export const insightsFilePath = (query: { chart: string; days: number }) =>
	`${path('admin', 'insights.csv')}${search({ chart: query.chart, days: `${query.days}` })}`
export const staffLeadsPath = (query: { state?: string; prefecture?: number; page?: string | null } = {}) =>
	`/admin/leads${search({ state: query.state ?? '', prefecture: `${query.prefecture ?? ''}`, page: query.page ?? '' })}`
export const staffQuestionsPath = (query = '') => `/admin/questions${query}`
/** Where moderators merge a question into another one. */
export const questionMergePath = (id: number, query: { into?: number; q?: string; order?: number } = {}) =>
	`${path('admin', 'questions', id, 'merge')}${search({ into: `${query.into ?? ''}`, q: query.q ?? '', order: `${query.order ?? ''}` })}`
/** The comparison of the plans. */
export const plansPath = () => '/register_premium'
/** The last page before an order or a change of plan. */
export const planConfirmPath = (choice: { plan?: string; interval?: string } = {}) =>
	`/register_premium/confirm${search({ plan: choice.plan ?? '', interval: choice.interval ?? '' })}`
export const planCompletePath = () => '/register_premium/complete'
/** `done` names what was just done. */
export const managePlanPath = (after: { done?: string } = {}) => `/register_premium/manage${search({ done: after.done ?? '' })}`
export const planCancelPath = () => '/register_premium/cancel'
export const invoicesPath = (cursor: string | null = null) => `/register_premium/invoices${search({ page: cursor ?? '' })}`
export const invoicePath = (invoiceId: number) => path('register_premium', 'invoices', invoiceId)
export const invoiceFilePath = (invoiceId: number) => path('register_premium', 'invoices', invoiceId, 'pdf')
export const staffBillingPath = (query: { state?: string; page?: string | null } = {}) =>
	`/admin/billing${search({ state: query.state ?? '', page: query.page ?? '' })}`
export const staffInvoicesPath = (query: Record<string, string> = {}) => `/admin/billing/invoices${search(query)}`
export const staffInvoicePath = (invoiceId: number, after: { done?: string } = {}) =>
	`${path('admin', 'billing', 'invoices', invoiceId)}${search({ done: after.done ?? '' })}`
export const staffImportsPath = (query: { page?: string | null; done?: string } = {}) =>
	`/admin/import${search({ page: query.page ?? '', done: query.done ?? '' })}`
export const staffImportPath = (id: number, query: { state?: string | null; page?: string | null; done?: string } = {}) =>
	`${path('admin', 'import', id)}${search({ state: query.state ?? '', page: query.page ?? '', done: query.done ?? '' })}`
export const articleImportsPath = (query: { page?: string | null; done?: string } = {}) =>
	`/admin/articles/import${search({ page: query.page ?? '', done: query.done ?? '' })}`
export const articleImportPath = (id: number, query: { outcome?: string | null; page?: string | null; done?: string } = {}) =>
	`${path('admin', 'articles', 'import', id)}${search({ outcome: query.outcome ?? '', page: query.page ?? '', done: query.done ?? '' })}`
export const importTemplatePath = () => '/admin/import/template.csv'
export const staffTransfersPath = (query: { page?: string | null; done?: string } = {}) =>
	`/admin/billing/transfers${search({ page: query.page ?? '', done: query.done ?? '' })}`
export const staffRefundsPath = (query: { state?: string; page?: string | null; done?: string } = {}) =>
	`/admin/billing/refunds${search({ state: query.state ?? '', page: query.page ?? '', done: query.done ?? '' })}`
export const staffDunningPath = (after: { done?: string } = {}) => `/admin/billing/dunning${search({ done: after.done ?? '' })}`
export const staffOffersPath = (after: { done?: string } = {}) => `/admin/billing/offers${search({ done: after.done ?? '' })}`
export const staffCardsPath = (after: { done?: string } = {}) => `/admin/billing/cards${search({ done: after.done ?? '' })}`
export const staffJournalPath = () => '/admin/billing/journal'
export const journalFilePath = (query: Record<string, string> = {}) => `/admin/billing/journal.csv${search(query)}`
export const developersPath = () => '/developers'
/** Tokens and webhooks of the signed-in account. */
export const ownDevelopersPath = () => '/mypage/developers'
export const newTokenPath = () => '/mypage/developers/token'
export const newWebhookPath = () => '/mypage/developers/webhook'
export const webhookPath = (endpointId: number, query: { page?: string | null; done?: string } = {}) =>
	`${path('mypage', 'developers', 'webhook', endpointId)}${search({ page: query.page ?? '', done: query.done ?? '' })}`
export const webhookSecretPath = (endpointId: number) => path('mypage', 'developers', 'webhook', endpointId, 'secret')
/** Offices side by side; the lists' checkboxes build the same URL without JavaScript. */
export const comparisonPath = (officeIds: readonly number[]) => `/compare?${officeIds.map((id) => `office=${id}`).join('&')}`
/** `areaId` pins one of several places of the same name. */
export const searchPath = (text = '', areaId: number | null = null) =>
	`/search${search({ q: text, area: areaId === null ? '' : `${areaId}` })}`

/** All offices of a prefecture; `query` is what `canonicalSearch` gives. */
export const prefectureOfficesPath = (slug: string, query = '') => `${path('office', 'search', 'prefecture', slug)}${query}`

/** The wizard from a problem to a list, with the answers so far; area 0 is all Japan. */
export function wizardPath(answers: { who?: string; hurt?: string; task?: number; area?: number } = {}): string {
	const search = new URLSearchParams(Object.entries(answers).map(([key, value]) => [key, String(value)])).toString()
	return search === '' ? '/lp/introduction' : `/lp/introduction?${search}`
}

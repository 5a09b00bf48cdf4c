import { ABSENT, members, page, type PageRow, staffOnly } from './permission-rows.ts'

const staffPage = (at: string): PageRow[] => [{ about: '', at: () => at, expect: staffOnly() }]

/** Rooms of /admin. The staff of the matrix is an admin and a moderator whose session shows a second factor. */
export const staffPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/admin': staffPage('/admin'),
	'/admin/staff': staffPage('/admin/staff'),
	'/admin/health': staffPage('/admin/health'),
	'/admin/jobs': staffPage('/admin/jobs'),
	'/admin/settings': staffPage('/admin/settings'),
	'/admin/switches': staffPage('/admin/switches'),
	'/admin/templates': staffPage('/admin/templates'),
	'/admin/templates/:key': [
		page('a mail', '/admin/templates/account.verification', staffOnly()),
		page('a sentence', '/admin/templates/text.notice.answer', staffOnly()),
		page('absent', '/admin/templates/nothing', staffOnly(404)),
	],
	'/admin/template-preview/:key': [
		page('a mail', '/admin/template-preview/account.verification?width=360', staffOnly()),
		page('a reason', '/admin/template-preview/reason.experts.number', staffOnly()),
		page('absent', '/admin/template-preview/nothing', staffOnly(404)),
	],
	'/admin/waiting': staffPage('/admin/waiting'),
	'/admin/insights': staffPage('/admin/insights?days=365'),
	'/admin/insights.csv': [
		page('a chart', '/admin/insights.csv?chart=money&days=90', staffOnly()),
		page('no chart', '/admin/insights.csv?chart=x', staffOnly(404)),
	],
	'/admin/facts': staffPage('/admin/facts?show=all'),
	'/admin/questions/:id/merge': [
		page('two of them', (world) => `/admin/questions/${world.questions.open}/merge?into=${world.questions.answered}`, staffOnly()),
		page('absent', () => `/admin/questions/${ABSENT}/merge`, staffOnly(404)),
	],
	'/admin/offices/:id/preview': [
		page('published', (world) => `/admin/offices/${world.officeId}/preview`, staffOnly()),
		page('a draft', (world) => `/admin/offices/${world.draftOfficeId}/preview`, staffOnly()),
		page('absent', () => `/admin/offices/${ABSENT}/preview`, staffOnly(404)),
	],
	'/admin/import': staffPage('/admin/import'),
	'/admin/import/:id': [
		page('checked', (world) => `/admin/import/${world.importId}`, staffOnly()),
		page('absent', () => `/admin/import/${ABSENT}`, staffOnly(404)),
	],
	'/admin/import/template.csv': staffPage('/admin/import/template.csv'),
	'/admin/pickups': staffPage('/admin/pickups?shelf=over'),
	'/admin/pickups/new': [
		page('a place', () => '/admin/pickups/new?scope=5&prefecture=13', staffOnly()),
		page('no place', () => '/admin/pickups/new?scope=99', staffOnly(404)),
	],
	'/admin/pickups/:id': [
		page('one', (world) => `/admin/pickups/${world.pickupId}`, staffOnly()),
		page('absent', () => `/admin/pickups/${ABSENT}`, staffOnly(404)),
	],
	'/admin/taxonomy': staffPage('/admin/taxonomy?show=changed'),
	'/admin/taxonomy/checks': staffPage('/admin/taxonomy/checks?q=起業'),
	'/admin/taxonomy/new': [
		page('a task', () => '/admin/taxonomy/new?kind=task&owner=7', staffOnly()),
		page('below nothing', () => '/admin/taxonomy/new?kind=task&owner=99', staffOnly(404)),
	],
	'/admin/taxonomy/:kind/:key': [
		page('a part', () => '/admin/taxonomy/part/7011', staffOnly()),
		page('absent', () => '/admin/taxonomy/task/199', staffOnly(404)),
	],
	'/admin/taxonomy/:kind/:key/preview': [
		page('a use case', () => '/admin/taxonomy/useCase/701-1/preview', staffOnly()),
		page('absent', () => '/admin/taxonomy/tool/none/preview', staffOnly(404)),
	],
	'/admin/taxonomy/:kind/:key/end': [
		page('a task', () => '/admin/taxonomy/task/701/end', staffOnly()),
		page('absent', () => '/admin/taxonomy/task/199/end', staffOnly(404)),
	],
	'/admin/renew': [page('with a login of just now', () => '/admin/renew?redirect=/admin/staff', staffOnly('/admin/staff'))],
	'/admin/queues/bulk': [
		page('reports', () => '/admin/queues/bulk?queue=reports&risk=some&assignee=nobody', staffOnly()),
		page('no queue', () => '/admin/queues/bulk?queue=none', staffOnly(404)),
	],
	'/admin/queues/experts': staffPage('/admin/queues/experts?association=東京税理士会&risk=taken&round=again&assignee=me&page=a2-0-1-1-1'),
	'/admin/queues/credentials': staffPage('/admin/queues/credentials?filter=1'),
	'/admin/queues/claims': staffPage('/admin/queues/claims?filter=code'),
	'/admin/queues/offices': staffPage('/admin/queues/offices'),
	'/admin/queues/articles': staffPage('/admin/queues/articles?filter=new'),
	'/admin/queues/appeals': staffPage('/admin/queues/appeals?filter=question'),
	'/admin/queues/contacts': staffPage('/admin/queues/contacts'),
	'/admin/queues/leads': staffPage('/admin/queues/leads?filter=stalled'),
	'/admin/queues/mail': staffPage('/admin/queues/mail?filter=failed'),
	'/admin/mail': staffPage('/admin/mail?q=a@example.com'),
	'/admin/queues/reports': staffPage('/admin/queues/reports?reason=abuse'),
	'/admin/people': staffPage('/admin/people?q=a'),
	'/admin/users': [page('', () => '/admin/users?q=a', staffOnly('/admin/people'))],
	'/admin/users/:uid': [page('', () => '/admin/users/abc', staffOnly('/admin/people/abc'))],
	'/admin/people/:uid': [
		page('the member', (world) => `/admin/people/${world.people.member.uid}`, staffOnly()),
		page('absent', () => '/admin/people/nobody', staffOnly(404)),
	],
	'/admin/people/:uid/timeline': [
		page('the member', (world) => `/admin/people/${world.people.member.uid}/timeline?group=posts`, staffOnly()),
		page('absent', () => '/admin/people/nobody/timeline', staffOnly(404)),
	],
	'/admin/people/:uid/view': [
		page('the member', (world) => `/admin/people/${world.people.member.uid}/view`, staffOnly()),
		page('absent', () => '/admin/people/nobody/view', staffOnly(404)),
	],
	'/admin/people/:uid/merge': [
		page('the member', (world) => `/admin/people/${world.people.member.uid}/merge`, staffOnly()),
		page('absent', () => '/admin/people/nobody/merge', staffOnly(404)),
	],
	'/admin/people/:uid/cases': [
		page('the member', (world) => `/admin/people/${world.people.member.uid}/cases`, staffOnly()),
		page('absent', () => '/admin/people/nobody/cases', staffOnly(404)),
	],
	'/admin/people/:uid/standing': [
		page('the member', (world) => `/admin/people/${world.people.member.uid}/standing`, staffOnly()),
		page('absent', () => '/admin/people/nobody/standing', staffOnly(404)),
	],
	'/admin/questions': staffPage('/admin/questions?hidden=1'),
	'/admin/queues/reports/decided': staffPage('/admin/queues/reports/decided'),
	'/admin/reports': [page('', () => '/admin/reports', staffOnly('/admin/queues/reports'))],
	'/admin/appeals': [page('', () => '/admin/appeals', staffOnly('/admin/queues/appeals'))],
	'/report/:kind/:id': [
		page('the member’s question', (world) => `/report/question/${world.questions.open}`, members(200, { member: 403 })),
		page('absent', '/report/question/999999', members(404)),
	],
	'/report/thanks': [page('', '/report/thanks', members(200))],
	'/appeal/:kind/:id': [
		page('the member’s question that is hidden', (world) => `/appeal/question/${world.questions.hidden}`, members(404, { member: 200 })),
	],
	'/admin/offices.csv': staffPage('/admin/offices.csv?filter=waiting'),
	'/admin/audit.csv': staffPage('/admin/audit.csv?action=staff'),
	'/admin/audit': staffPage('/admin/audit?action=staff&from=2026-01-01&to=2026-12-31&page=a2-5'),
}

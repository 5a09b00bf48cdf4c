import { callRows, fileRows, pageRows } from '../test/permission-matrix.ts'
import { expectedFor } from '../test/permission-rows.ts'
import { accountFormRows } from '../test/permission-forms-accounts.ts'
import { adminFormRows } from '../test/permission-forms-admin.ts'
import { diagnosisFormRows } from '../test/permission-forms-diagnosis.ts'
import { documentFormRows } from '../test/permission-forms-documents.ts'
import { leadFormRows } from '../test/permission-forms-leads.ts'
import { officeFormRows } from '../test/permission-forms-offices.ts'
import { qaFormRows } from '../test/permission-forms-qa.ts'
import { answerFor, type Fields, type FormRow } from '../test/permission-forms-rows.ts'
import { socialFormRows } from '../test/permission-forms-social.ts'
import { pagesOf } from '../test/permission-pages.ts'
import type { Actor } from '../test/permission-world.ts'
import type { AbuseWorld, Person } from './world.ts'

export type Kind = 'form' | 'call' | 'page' | 'route' | 'other' | 'raw'

/** What a request is about before anything hostile is done to it. */
export type Draft = {
	method: string
	/** Encoded path without a query. */
	path: string
	query: string
	body: { fields: Fields } | { json: unknown } | { bytes: Buffer; type: string } | null
	/** Carries the ID token of its sender. */
	hasIdToken: boolean
}

export type Template = {
	kind: Kind
	/** Pattern, for the summary and for telling findings apart. */
	name: string
	draft: (person: Person) => Draft
	/** For whom it is meant to succeed. */
	rightful: readonly Person[]
	weight: number
}

/** What takes its sender, or a thing that many requests are about, out of the rest of the round. */
const isDestructive = (name: string, fields: string): boolean =>
	/\/leave|deleteMe|logout|sessionLogout|changePassword|changeEmail|resetPassword\/confirm|office-delete|password_reset/i.test(name) ||
	/revokeOthers|hand-over|"intent":"(?:email|password|delete|unlist|leave|suspend|remove|revoke)"|"suspended"/.test(fields)
const DESTRUCTIVE_WEIGHT = 0.04
/** Each costs a password hash or a picture to be drawn: fewer of them, or they would take most of the time. */
const isExpensive = (name: string, fields: string): boolean =>
	/signUp|signIn$|\/register$|\/login$|\/ogp|password/i.test(name) || /currentPassword|"photo|"image|picture/.test(fields)
const EXPENSIVE_WEIGHT = 0.1

const allForms: Readonly<Record<string, readonly FormRow[]>> = {
	...accountFormRows,
	...qaFormRows,
	...socialFormRows,
	...officeFormRows,
	...leadFormRows,
	...documentFormRows,
	...diagnosisFormRows,
	...adminFormRows,
}

const split = (target: string): Pick<Draft, 'path' | 'query'> => {
	const url = new URL(target, 'http://localhost')
	return { path: url.pathname, query: url.search.slice(1) }
}

const matrixActor = (person: Person): Actor =>
	person.actor === 'admin'
		? 'staff'
		: ((['visitor', 'unverified', 'member', 'other', 'expert', 'revoked'] as const).find((one) => one === person.actor) ?? 'other')

function weightOf(name: string, fields: unknown): number {
	const text = JSON.stringify(fields) ?? ''
	return (isDestructive(name, text) ? DESTRUCTIVE_WEIGHT : 1) * (isExpensive(name, text) ? EXPENSIVE_WEIGHT : 1)
}

function formTemplates({ forms, people }: AbuseWorld): Template[] {
	return Object.entries(allForms).flatMap(([name, rows]) =>
		rows.map((row) => {
			const draft = (person: Person): Draft => ({
				method: 'POST',
				...split(row.at(forms)),
				body: { fields: row.fields(forms, person.actor) },
				hasIdToken: false,
			})
			const rightful = people.filter(({ actor }) => {
				const answer = answerFor(row.expect, actor)
				return answer === 'done' || answer === 200
			})
			return { kind: 'form' as const, name, draft, rightful, weight: weightOf(name, row.fields(forms, 'member')) }
		}),
	)
}

function callTemplates({ forms, people }: AbuseWorld): Template[] {
	return Object.entries({ ...fileRows, ...callRows }).flatMap(([name, rows]) => {
		const [method = '', pattern = ''] = name.split(' ')
		return rows.map((row) => {
			const draft = (person: Person): Draft => {
				const { params = {}, query = '', body, idToken = false, picture } = row.send(forms, matrixActor(person))
				return {
					method,
					path: pattern.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(String(params[param]))),
					query,
					body: picture ? { bytes: Buffer.from(picture), type: 'image/png' } : body === undefined ? null : { json: body },
					hasIdToken: idToken,
				}
			}
			const rightful = people.filter((person) => expectedFor(row.expect, matrixActor(person)) === 200)
			return { kind: 'call' as const, name, draft, rightful, weight: weightOf(name, row.send(forms, 'member').body) }
		})
	})
}

const read = (kind: Kind, name: string, target: string, rightful: readonly Person[] = []): Template => ({
	kind,
	name,
	draft: () => ({ method: 'GET', ...split(target), body: null, hasIdToken: false }),
	rightful,
	weight: weightOf(name, null),
})

function pageTemplates({ forms, people }: AbuseWorld): Template[] {
	return Object.entries(pageRows).flatMap(([name, rows]) =>
		rows.map((row) =>
			read(
				'page',
				name,
				row.at(forms),
				people.filter((person) => expectedFor(row.expect, matrixActor(person)) === 200),
			),
		),
	)
}

/** Parameter values for patterns without a row that supplies them. */
const samples: Readonly<Record<string, string>> = {
	category_id: '5',
	task_category_id: '5',
	task_id: '503',
	prefecture: 'tokyo',
	municipality: encodeURIComponent('三鷹市'),
	stationName: encodeURIComponent('三鷹'),
	kind: 'question',
	slug: 'article',
	file: '5.xml',
	token: 'no-such-token',
	key: 'no-such-key',
}

const routeTemplates = (): Template[] =>
	pagesOf().map(({ path }) =>
		read('route', path, path.replaceAll(/:(\w+)/g, (_, name: string) => samples[name] ?? '1').replace('*', 'no/such/page')),
	)

/** Addresses that are neither pages nor calls. */
const otherTargets = [
	'/healthz',
	'/readyz',
	'/metrics',
	'/robots.txt',
	'/sitemap.xml',
	'/sitemap-1.xml',
	'/favicon.ico',
	'/assets/index.js',
	'/assets/../package.json',
	'/builds/latest.json',
	'/__manifest?p=%2Fadmin&p=%2Fmypage&version=1',
	'/_root.data',
	'/admin.data',
	'/mypage/account.data?_routes=routes%2Fmypage',
	'/api/openapi.json',
	'/api/docs',
	'/api/no/such/call',
	'/.well-known/security.txt',
	'/.well-known/openid-configuration',
	'/demo/issuer/.well-known/openid-configuration',
	'/demo/mailbox',
	'/media/offices/x-640.avif',
	'/ogp/image?title=x',
	'/ogp/office/1.png',
	'/qa/images/x.webp',
	'/avatars/x.webp',
	'/mypage/stats.csv',
	'/mypage/inquiries/file/1',
	'/mypage/documents/1/file',
	'/mypage/documents/1/page/1',
	'/mypage/inquiries/1/documents.zip',
	'/expert/proof/1',
	'/notifications/1',
]

/** Everything that a request can be about: forms, calls, files and pages with the world's own ids, and every pattern. */
export const makeTemplates = (world: AbuseWorld): Template[] => [
	...formTemplates(world),
	...callTemplates(world),
	...pageTemplates(world),
	...routeTemplates(),
	...otherTargets.map((target) => read('other', target.split('?')[0] ?? target, target)),
]

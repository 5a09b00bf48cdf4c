import { PASSWORD } from '../src/domain/accounts/accounts-for-test.ts'
import { consents } from '../src/domain/experts/registration-consents.ts'
import { ABSENT } from './permission-rows.ts'
import { absentAt, everybody, experts, type Fields, form, type FormRow, type FormRows, members, signedIn } from './permission-forms-rows.ts'
import { tinyPicture } from './permission-world.ts'

const picture = () => new File([Uint8Array.from(tinyPicture)], 'picture.png', { type: 'image/png' })

/** Allowed for the office's members; not found for anyone else. */
const officeMembers = members(404, { expert: 'done', colleague: 'done' })
/** Members who are not owners get the reason. */
const owners = members(404, { expert: 'done', colleague: 403 })
/** The member has begun with the credential; the experts' applications are closed. */
const applicants = members(422, { member: 'done', ...experts(409) })

const onOffice = (about: string, fields: Fields | FormRow['fields'], expect: FormRow['expect']): FormRow =>
	form(about, (world) => `/office/edit/${world.officeId}`, fields, expect)
/** On the page of a section. */
const onSection = (section: string, about: string, fields: Fields | FormRow['fields'], expect: FormRow['expect']): FormRow =>
	form(about, (world) => `/office/edit/${world.officeId}/${section}`, fields, expect)
const onMembers = (about: string, fields: Fields | FormRow['fields'], expect: FormRow['expect']): FormRow =>
	form(about, (world) => `/office/edit/${world.officeId}/members`, fields, expect)
const onPhoto = (intent: string, expect: FormRow['expect'] = officeMembers): FormRow =>
	onSection('photos', intent, (world) => ({ intent: `${intent}:${world.photoId}`, alt: '入口' }), expect)

const profile: Fields = {
	displayName: '青井 千夏',
	kana: 'アオイ チナツ',
	headline: '開業の一年目を、数字から支える税理士です',
	biography:
		'都内の会計事務所に九年勤め、飲食店や美容室の申告を担当しました。独立してからは、開業して間もない方のご相談を多く受けています。',
	intent: 'profile',
	practisingSince: '2012-04',
	language: ['日本語'],
	task: [503],
	area: [13],
	link: [''],
}
const credential: Fields = {
	intent: 'save',
	professionId: 1,
	registrationNumber: '第912399号',
	association: '東京税理士会',
	registeredOn: '2015-04-01',
}
const office: Fields = {
	intent: 'office',
	kind: 'sole',
	name: '青井税理士事務所',
	kana: 'あおいぜいりしじむしょ',
	postalCode: '181-0013',
	municipalityId: 13204,
	addressLine: '下連雀3丁目1-1',
	stationId: 0,
	walkMinutes: 5,
	phone: '0422-00-0000',
	'fee-503': 33_000,
}

/** Becoming an expert, and the offices of experts. The expert owns the office of the rows, the colleague may edit it. */
export const officeFormRows: FormRows = {
	'/expert/register': [form('hand in one’s own', '/expert/register', { intent: 'submit' }, signedIn(422, experts(409)))],
	'/expert/invitation/:token': [
		form('accept, no link of ours', '/expert/invitation/no-such-token', { intent: 'accept' }, signedIn(404)),
		form('refuse, no link of ours', '/expert/invitation/no-such-token', { intent: 'refuse' }, everybody(404)),
	],
	'/expert/register/credentials': [
		form('own', '/expert/register/credentials', credential, members('done', experts(409))),
		form(
			'a proof for the member’s',
			'/expert/register/credentials',
			(world) => ({ intent: 'proof', targetId: world.credentialId, proof: picture() }),
			members(404, { member: 'done' }),
		),
		form(
			'the member’s, removed',
			'/expert/register/credentials',
			(world) => ({ intent: 'remove', targetId: world.credentialId }),
			members(404, { member: 'done', ...experts(409) }),
		),
		form(
			'the member’s proof, taken away',
			'/expert/register/credentials',
			(world) => ({ intent: 'removeProof', proofId: world.proofId }),
			members(404, { member: 'done', ...experts(409) }),
		),
	],
	'/expert/register/profile': [
		// Whose fields of work follow from the credential.
		form('own', '/expert/register/profile', profile, applicants),
		form('own photograph', '/expert/register/profile', () => ({ intent: 'photo', photo: picture() }), members('done')),
	],
	'/expert/register/office': [
		form('own', '/expert/register/office', office, applicants),
		form('join', '/expert/register/office', (world) => ({ intent: 'join', officeId: world.officeId }), members('done', experts(409))),
		form(
			'join a draft',
			'/expert/register/office',
			(world) => ({ intent: 'join', officeId: world.draftOfficeId }),
			members(404, experts(409)),
		),
		form(
			'withdraw',
			'/expert/register/office',
			(world) => ({ intent: 'withdraw', officeId: world.officeId }),
			members('done', experts(409)),
		),
	],
	'/expert/register/claim': [
		form(
			'no office',
			'/expert/register/claim',
			{ intent: 'claim', officeId: ABSENT, number: '7000012050002', proof: 'code' },
			members(404),
		),
		form('no number', '/expert/register/claim', { intent: 'claim', officeId: ABSENT, number: '12', proof: 'code' }, members(422)),
		form('a code for no claim', '/expert/register/claim', { intent: 'code', claimId: ABSENT, code: '12345678' }, members(409)),
		form('withdraw no claim', '/expert/register/claim', { intent: 'withdraw', targetId: ABSENT }, members('done')),
		form('no invitation', '/expert/register/claim', { intent: 'invite', number: '7000012050002' }, members(404)),
	],
	'/expert/claim/:token': [form('no link of ours', '/expert/claim/no-such-token', {}, members(404))],
	'/expert/register/consents': [
		form('own', '/expert/register/consents', { consent: consents.map(({ kind }) => kind) }, members('done', experts(409))),
	],
	'/mypage/expert': [
		form('own', '/mypage/expert', profile, members(403, experts('done'))),
		// As on the form of the application.
		form('own photograph', '/mypage/expert', () => ({ intent: 'photo', photo: picture() }), members('done')),
		form(
			'let somebody into the expert’s office',
			'/mypage/expert',
			(world) => ({ intent: 'accept', id: world.joinRequestId }),
			members(404, { expert: 'done' }),
		),
	],
	'/mypage/expert/credentials': [
		form('own', '/mypage/expert/credentials', { ...credential, professionId: 7 }, members(403, experts('done'))),
		...['submit', 'withdraw'].map((intent) =>
			form(
				`${intent} the expert’s`,
				'/mypage/expert/credentials',
				(world) => ({ intent, targetId: world.credentialChangeId }),
				members(403, { ...experts(404), expert: intent === 'submit' ? 409 : 'done' }),
			),
		),
		absentAt(() => '/mypage/expert/credentials', { intent: 'giveUp', targetId: ABSENT }, members(403, experts(404))),
	],
	'/mypage/offices': [
		form('create', '/mypage/offices', { ...office, intent: 'create' }, members(403, experts('done'))),
		form('restore the expert’s', '/mypage/offices', (world) => ({ intent: 'restore', id: world.deletedOfficeId }), owners),
		form(
			'let somebody in',
			'/mypage/offices',
			(world) => ({ intent: 'accept', id: world.joinRequestId }),
			members(404, { expert: 'done' }),
		),
		form(
			'keep somebody out',
			'/mypage/offices',
			(world) => ({ intent: 'decline', id: world.joinRequestId }),
			members(404, { expert: 'done' }),
		),
	],
	'/office/edit/:id': [
		onOffice('apply', { intent: 'apply' }, officeMembers),
		onOffice('publish what is published', { intent: 'publish' }, members(404, { expert: 403, colleague: 403 })),
		form(
			'withdraw what waits for staff',
			(world) => `/office/edit/${world.changedOfficeId}`,
			{ intent: 'withdraw' },
			members(404, { expert: 'done' }),
		),
		form(
			'publish one that staff took off',
			(world) => `/office/edit/${world.suspendedOfficeId}`,
			{ intent: 'publish' },
			members(404, { otherExpert: 403 }),
		),
		form('a deleted one', (world) => `/office/edit/${world.deletedOfficeId}`, { intent: 'apply' }, members(404)),
		...['apply', 'publish', 'withdraw'].map((intent) => absentAt((id) => `/office/edit/${id}`, { intent }, members(404))),
	],
	'/office/edit/:id/:section': [
		...['save', 'saveAndApply'].map((intent) =>
			onSection('consultation', intent, { intent, section: 'consultation', online: '1' }, members(404, { expert: 409, colleague: 409 })),
		),
		onSection(
			'hours',
			'copy hours',
			{ intent: 'copyHours', section: 'hours', copyFrom: '1', copyTo: '2' },
			members(404, { expert: 409, colleague: 409 }),
		),
		onSection('hours', 'suggest days', { intent: 'addYearEnd', section: 'hours' }, members(404, { expert: 409, colleague: 409 })),
		onSection('consultation', 'discard', { intent: 'discard', section: 'consultation' }, officeMembers),
		onSection('visibility', 'accepting', { intent: 'accepting', accepting: 'paused' }, officeMembers),
		onSection('visibility', 'unlist', { intent: 'unlist' }, owners),
		onSection('visibility', 'publish what is published', { intent: 'publish' }, members(404, { expert: 403, colleague: 403 })),
		onSection('photos', 'add a photograph', () => ({ intent: 'photoAdd', photo: picture(), alt: '入口' }), officeMembers),
		onPhoto('photoUp'),
		onPhoto('photoAlt'),
		onPhoto('photoRemove'),
		...['save', 'saveAndApply', 'publish', 'unlist', 'photoAdd'].map((intent) =>
			absentAt((id) => `/office/edit/${id}/consultation`, { intent, section: 'consultation', photo: picture() }, members(404)),
		),
	],
	'/office/edit/:id/members': [
		onMembers('invite', { intent: 'invite', email: 'somebody@example.com', role: 'editor' }, owners),
		onMembers('revoke an invitation', (world) => ({ intent: 'revoke', invitationId: world.invitationId }), owners),
		onMembers('make an owner', (world) => ({ intent: 'owner', expertId: world.colleagueId }), owners),
		onMembers('make a responder', (world) => ({ intent: 'responder', expertId: world.colleagueId }), owners),
		onMembers('choose notices', { intent: 'notices', notices: 'own' }, officeMembers),
		onMembers('agree to no claim', { intent: 'agree', targetId: ABSENT }, members(404, { expert: 409, colleague: 409 })),
		onMembers('object to no claim', { intent: 'object', targetId: ABSENT }, members(404, { expert: 409, colleague: 409 })),
		onMembers('hand over', (world) => ({ intent: 'hand-over', expertId: world.colleagueId }), owners),
		onMembers('remove', (world) => ({ intent: 'remove', expertId: world.colleagueId }), owners),
		// The last owner stays.
		onMembers('leave', { intent: 'leave' }, members(404, { expert: 403, colleague: 'done' })),
		form(
			'remove a member of another office',
			(world) => `/office/edit/${world.otherOfficeId}/members`,
			(world) => ({ intent: 'remove', expertId: world.colleagueId }),
			members(404),
		),
		absentAt((id) => `/office/edit/${id}/members`, { intent: 'invite', email: 'somebody@example.com' }, members(404)),
	],
	'/office/invitation/:token': [
		// The invited address alone, with an application or a page of an expert.
		form('a mail’s', (world) => `/office/invitation/${world.invitation}`, {}, members(403, { member: 'done' })),
		form('no link of ours', '/office/invitation/unknown', {}, members(404)),
	],
	'/office-delete/:id': [
		// Its business is open.
		form(
			'with open business',
			(world) => `/office-delete/${world.officeId}`,
			{ currentPassword: PASSWORD },
			members(404, { expert: 403, colleague: 403 }),
		),
		form('without', (world) => `/office-delete/${world.draftOfficeId}`, { currentPassword: PASSWORD }, owners),
		absentAt((id) => `/office-delete/${id}`, { currentPassword: PASSWORD }, members(404)),
	],
}

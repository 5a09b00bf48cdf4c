import { z } from 'zod'
import { idField, noFields, textField } from '../../forms/form-fields.server.ts'
import { isStaffWith, type RecentStaffCtx } from '../../../domain/accounts/staff.ts'
import { decidableFrom, decideOnExpert } from '../../../domain/experts/expert-verification.ts'
import { setSubQualificationEnd } from '../../../domain/experts/credential-expiry.ts'
import { decideOnCredential } from '../../../domain/experts/credential-verification.ts'
import { listNameProofs, renameExpert } from '../../../domain/experts/expert-rename.ts'
import { askForRecheck, findRecheck, recordRecheck } from '../../../domain/experts/rechecks.ts'
import { reasonSchema, recheckSchema, renameSchema, subQualificationEndSchema } from '../../../domain/experts/registration-schemas.ts'
import { readSuspensionEffects } from '../../../domain/experts/suspension-effects.ts'
import {
	decideExpertSuspension,
	readExpertConsent,
	requestExpertSuspension,
	withdrawExpertSuspension,
} from '../../../domain/experts/suspensions/expert-suspension.ts'
import { mailReasonSchema } from '../../../domain/operations/mail-schemas.ts'
import { getProfession } from '../../../domain/taxonomy/attributes.ts'
import type { DecidedState } from '../../../domain/experts/tables.ts'
import { dayText, momentText } from '../../../domain/shared/japan-time.ts'
import { staffExpertPath } from '../../../domain/shared/links.ts'
import { Head } from '../../layout/head.tsx'
import { parseId } from '../../../domain/shared/ids.ts'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/expert.page'
import { DoneNote } from '../done-note.tsx'
import { leadOn } from '../lead-on.server.ts'
import { Application } from './application.tsx'
import { Decisions, State } from './application-state.tsx'
import { loadApplication } from './load-application.server.ts'
import { CredentialChanges } from './credential-changes.tsx'
import { DecisionForms, Effects } from './decision-forms.tsx'
import { Recheck } from './recheck.tsx'
import { RenameForm } from './rename-form.tsx'
import { ConsentForm, consentIntents, WaitingConsentNote } from '../suspensions/consent-form.tsx'
import { SubQualifications } from './sub-qualifications.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'

import styles from '../admin.module.css'

const decided: readonly DecidedState[] = ['verified', 'needs_fix', 'rejected', 'suspended']

export const loader = staffLoader(['reviewer'], 'personal-data', async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const { application, changes } = await loadApplication(ctx, parseId(params.id))
	const [recheck, proofs, effects] = await Promise.all([
		findRecheck(ctx, application.expertId),
		listNameProofs(ctx, application.expertId),
		application.state === 'verified' ? readSuspensionEffects(ctx, application.expertId) : null,
	])
	const consent = effects && (await readExpertConsent(ctx, application.userId, effects.followers))
	const isSuspendedByTwo = consent !== null && (consent.isNeeded || consent.request !== null)
	return {
		proofs: proofs.map(({ id, professionId, uploadedAt }) => ({
			value: id,
			label: `${getProfession(professionId).name}の書類（${dayText(uploadedAt)}に提出）`,
		})),
		effects,
		consent: isSuspendedByTwo ? { request: consent.request && { ...consent.request, at: momentText(consent.request.at) } } : null,
		recheck: recheck && {
			checked: dayText(recheck.checkedAt),
			isDue: recheck.isDue,
			asked: recheck.askedAt && dayText(recheck.askedAt),
		},
		application,
		changes,
		possible: decided.filter((state) => decidableFrom[state].includes(application.state) && !(state === 'suspended' && isSuspendedByTwo)),
		canAudit: isStaffWith(ctx.viewer, 'admin'),
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

const versionField = textField.transform(Number)
const verificationFields = z.object({ version: versionField })
const refusalFields = z.object({ version: versionField, reason: reasonSchema })
const credentialFields = z.object({ targetId: idField, version: versionField })

const done = ({ id }: { id: string }, what: string) => leadOn(staffExpertPath(parseId(id), { done: what }))

const decision = (state: Exclude<DecidedState, 'verified'>) => ({
	input: refusalFields,
	async run(ctx: RecentStaffCtx, input: z.output<typeof refusalFields>, { params }: Route.ActionArgs) {
		await decideOnExpert(ctx, parseId(params.id), { state, ...input })
		return done(params, `expert-${state}`)
	},
})

export const action = staffAction(['reviewer'], 'verdict', {
	verified: {
		input: verificationFields,
		async run(ctx, { version }, { params }: Route.ActionArgs) {
			await decideOnExpert(ctx, parseId(params.id), { state: 'verified', reason: '', version })
			return done(params, 'expert-verified')
		},
	},
	needs_fix: decision('needs_fix'),
	rejected: decision('rejected'),
	suspended: decision('suspended'),
	'suspend-request': {
		input: refusalFields,
		async run(ctx, input, { params }: Route.ActionArgs) {
			await requestExpertSuspension(ctx, parseId(params.id), input)
			return done(params, 'suspend-requested')
		},
	},
	'suspend-decide': {
		input: mailReasonSchema.extend({ version: versionField, verdict: z.enum(['grant', 'refuse']).catch('refuse') }),
		async run(ctx, { verdict, reason, version }, { params }: Route.ActionArgs) {
			await decideExpertSuspension(ctx, parseId(params.id), { grants: verdict === 'grant', reason, version })
			return done(params, verdict === 'grant' ? 'expert-suspended' : 'suspend-refused')
		},
	},
	'suspend-withdraw': {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			await withdrawExpertSuspension(ctx, parseId(params.id))
			return done(params, 'suspend-withdrawn')
		},
	},
	recheck: {
		input: recheckSchema,
		async run(ctx, { note }, { params }: Route.ActionArgs) {
			await recordRecheck(ctx, parseId(params.id), note)
			return done(params, 'expert-rechecked')
		},
	},
	recheckAsk: {
		input: recheckSchema,
		async run(ctx, { note }, { params }: Route.ActionArgs) {
			await askForRecheck(ctx, parseId(params.id), note)
			return done(params, 'expert-recheck-asked')
		},
	},
	rename: {
		input: renameSchema,
		async run(ctx, input, { params }: Route.ActionArgs) {
			await renameExpert(ctx, parseId(params.id), input)
			return done(params, 'expert-renamed')
		},
	},
	verifyCredential: {
		input: credentialFields,
		async run(ctx, { targetId, version }, { params }: Route.ActionArgs) {
			await decideOnCredential(ctx, targetId, { state: 'verified', reason: '', version })
			return done(params, 'credential-verified')
		},
	},
	subQualificationEnd: {
		input: subQualificationEndSchema,
		async run(ctx, input, { params }: Route.ActionArgs) {
			await setSubQualificationEnd(ctx, parseId(params.id), input)
			return done(params, 'sub-qualification-end')
		},
	},
	returnCredential: {
		input: credentialFields.extend({ reason: reasonSchema }),
		async run(ctx, { targetId, version, reason }, { params }: Route.ActionArgs) {
			await decideOnCredential(ctx, targetId, { state: 'needs_fix', reason, version })
			return done(params, 'credential-returned')
		},
	},
})

export default function ExpertApplicationPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { application, changes, recheck, proofs, effects, consent, possible, canAudit, csrfToken } = loaderData
	const { expertId, profile, state, version, account, decisions } = application
	const name = profile.displayName === '' ? `申請${expertId}` : profile.displayName
	return (
		<>
			<Head title={`${name}の審査`} description="専門家の申請を審査します。" path={staffExpertPath(expertId)} noindex />
			<p>
				<Link to={`/admin/experts?state=${state}`}>専門家の一覧へ</Link>
			</p>
			<h1>{name}</h1>
			{formState ? !hasForm(loaderData, formState) && <ErrorSummary formState={formState} /> : <DoneNote done={loaderData.done} />}
			{consent?.request && <WaitingConsentNote />}
			<State application={application} canAudit={canAudit} />
			<CredentialChanges changes={changes} mayDecide={!account.isOwn && state === 'verified'} csrfToken={csrfToken} formState={formState} />
			<SubQualifications
				held={application.subQualifications}
				mayChange={!account.isOwn && state === 'verified'}
				csrfToken={csrfToken}
				formState={formState}
			/>
			<Recheck
				recheck={recheck}
				mayRecord={!account.isOwn}
				csrfToken={csrfToken}
				formState={formStateFor(formState, 'recheck') ?? formStateFor(formState, 'recheckAsk')}
			/>
			{state === 'verified' && !account.isOwn && (
				<RenameForm
					name={profile.displayName}
					kana={profile.kana}
					proofs={proofs}
					version={version}
					csrfToken={csrfToken}
					formState={formStateFor(formState, 'rename')}
				/>
			)}
			<Application application={application} />
			<Decisions decisions={decisions} />
			{account.isOwn ? (
				<p className={styles.warn}>ご自身の申請です。ほかの審査担当者が判断します。</p>
			) : (
				<>
					<DecisionForms possible={possible} effects={effects} version={version} csrfToken={csrfToken} formState={formState} />
					{consent && effects && (
						<ConsentForm
							effects={<Effects effects={effects} />}
							reasonHint="理由は、承認のあと、そのまま本人に届きます。"
							request={consent.request}
							version={version}
							csrfToken={csrfToken}
							formState={formState}
						/>
					)}
				</>
			)}
		</>
	)
}

/** A decision that came too late: its form has gone with the new state, and the sentence must not go with it. */
function hasForm(
	{ application, changes, consent, possible }: Route.ComponentProps['loaderData'],
	formState: FormState | undefined,
): boolean {
	return (
		formState?.intent === 'recheck' ||
		formState?.intent === 'recheckAsk' ||
		(formState?.intent === 'subQualificationEnd' && application.state === 'verified') ||
		(consent !== null && consentIntents.some((one) => formStateFor(formState, one))) ||
		(formState?.intent === 'rename' && application.state === 'verified') ||
		possible.some((one) => formStateFor(formState, one)) ||
		changes.some((one) => one.state === 'submitted' && formState?.targetId === `${one.id}`)
	)
}

import { z } from 'zod'
import { deskVerdicts, skipReasons } from '../../../domain/operations/desk-input.ts'
import { listFacts } from '../../../domain/experts/fact-checks.ts'
import { countDueRechecks } from '../../../domain/experts/rechecks.ts'
import { reasonSchema } from '../../../domain/experts/registration-schemas.ts'
import { deskPath, staffExpertPath } from '../../../domain/shared/links.ts'
import { getProfession, professions } from '../../../domain/taxonomy/attributes.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { formStateFor } from '../../forms/form-state.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Application } from '../experts/application.tsx'
import { loadApplication } from '../experts/load-application.server.ts'
import { expertStateLabel } from '../experts/expert-states.ts'
import { formKey, LateDecision } from '../done-note.tsx'
import type { Route } from './+types/experts-desk.page'
import { Desk, SkipForm } from './desk.tsx'
import { deskForms } from './desk-action.server.ts'
import { openDesk } from './desk-data.server.ts'
import { VerdictForm } from './verdict-form.tsx'
import adminStyles from '../admin.module.css'
import styles from './desk.module.css'

export const loader = staffLoader(['reviewer'], 'personal-data', async (ctx, args: Route.LoaderArgs) => {
	const { desk, filter, showsSkipped, openId, csrfToken } = await openDesk(ctx, 'experts', args)
	return {
		professionId: professions.find(({ id }) => `${id}` === filter)?.id ?? null,
		showsSkipped,
		desk,
		application: openId > 0 ? (await loadApplication(ctx, openId)).application : null,
		marks: openId > 0 ? await listFacts(ctx, { expertId: openId }) : [],
		due: await countDueRechecks(ctx),
		csrfToken,
	}
})

export const action = staffAction(
	['reviewer'],
	'verdict',
	deskForms('experts', z.object({ reason: reasonSchema }), (expertId) => ({ expertId })),
)

export default function ExpertsDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { desk, application, marks, due, csrfToken, professionId, showsSkipped } = loaderData
	const tabs = [
		{ to: deskPath('experts'), label: 'すべて', isCurrent: professionId === null && !showsSkipped },
		...professions.map(({ id, name }) => ({
			to: deskPath('experts', { profession: `${id}` }),
			label: name,
			isCurrent: professionId === id,
		})),
		{ to: deskPath('experts', { skipped: '1' }), label: 'あとに回したものも', isCurrent: showsSkipped && professionId === null },
	]
	return (
		<>
			<Head title="専門家の審査" description="専門家の申請を審査します。" path={deskPath('experts')} noindex />
			<LateDecision
				formState={formState}
				forms={['saveView:', ...(application ? ['decide', 'assign'].map((intent) => formKey(intent, application.expertId)) : [])]}
			/>
			<Desk title="専門家の審査" tabs={tabs} desk={desk} csrfToken={csrfToken} formState={formState} lead={<Lists due={due} />}>
				{application && (
					<div className={styles.split}>
						<div className={styles.content}>
							<h2>
								<Link to={staffExpertPath(application.expertId)}>{application.profile.displayName}</Link>
							</h2>
							<Checks application={application} />
							<Before application={application} />
							<Application application={application} />
						</div>
						<div className={styles.rail}>
							{application.account.isOwn ? (
								<p className={adminStyles.warn}>ご自身の申請です。ほかの審査担当者が判断します。</p>
							) : (
								<VerdictForm
									key={application.expertId}
									itemId={application.expertId}
									nextId={desk.nextId}
									version={application.version}
									verdicts={deskVerdicts.experts}
									templates={desk.reasons}
									facts={factsOf(application)}
									marks={marks}
									hint="修正の依頼と見送りでは、そのまま申請者に届きます。確認済みにするときは要りません。"
									csrfToken={csrfToken}
									formState={formStateFor(formState, 'decide', application.expertId)}
								/>
							)}
							<SkipForm itemId={application.expertId} nextId={desk.nextId} csrfToken={csrfToken} reasons={skipReasons} />
						</div>
					</div>
				)}
			</Desk>
		</>
	)
}

function Lists({ due }: { due: number }) {
	return (
		<>
			<Link to="/admin/experts?state=needs_fix">修正依頼中・確認済みなどの一覧</Link>
			<Link to="/admin/experts?state=recheck">{`再確認の時期の専門家（${due.toLocaleString('ja-JP')}人${due === 1_000 ? '以上' : ''}）`}</Link>
		</>
	)
}

type Data = NonNullable<Route.ComponentProps['loaderData']['application']>

const factsOf = ({ profile, credentials }: Data) => ({
	氏名: profile.displayName,
	番号: credentials.map(({ registrationNumber }) => registrationNumber).join('・'),
	会: credentials.map(({ association }) => association).join('・'),
})

const bare = (name: string) => name.replaceAll(/[\s　]/gu, '')

/** What can be seen without opening a document. */
function Checks({ application: { credentials, profile, account, office } }: { application: Data }) {
	const checks = [
		{ isGood: credentials.every(({ isUnusual }) => !isUnusual), good: '番号の形は通常どおり', bad: '番号の形が通常と違う' },
		{ isGood: credentials.every(({ isTaken }) => !isTaken), good: '番号の重複なし', bad: '同じ番号の申請がある' },
		{
			isGood: credentials.length > 0 && credentials.every(({ proofs }) => proofs.some(({ purgeAt }) => purgeAt === null)),
			good: '証明書類あり',
			bad: '証明書類がない資格がある',
		},
		{
			isGood: account.name !== '' && bare(account.name) === bare(profile.displayName),
			good: '氏名がアカウントと一致',
			bad: '氏名がアカウントと違う',
		},
		...(office === null
			? []
			: [
					{ isGood: office.isPostalCodeRight, good: '事務所の郵便番号と市区町村が一致', bad: '事務所の郵便番号と市区町村が違う' },
					{ isGood: office.isAddressComplete, good: '所在地に番地あり', bad: '所在地に番地がない' },
					{
						isGood: office.sameAddress.length === 0,
						good: '同じ所在地の事務所なし',
						bad: `同じ所在地の事務所がある：${office.sameAddress.map(({ id, name }) => `${name}（番号${id}）`).join('、')}`,
					},
				]),
	]
	return (
		<ul className={styles.checks} aria-label="自動の確認">
			{checks.map(({ isGood, good, bad }) => (
				<li key={good}>
					<Tag tone={isGood ? 'good' : 'warn'}>{isGood ? `✓ ${good}` : `× ${bad}`}</Tag>
				</li>
			))}
			{credentials.map(({ id, professionId, registrationNumber }) => (
				<li key={id}>
					<Tag>{`${getProfession(professionId).name} ${registrationNumber}`}</Tag>
				</li>
			))}
		</ul>
	)
}

function Before({ application: { decisions } }: { application: Data }) {
	const [last] = decisions
	if (!last) return null
	return (
		<div className={adminStyles.warn}>
			<p>
				<strong>{`前回の判断：${expertStateLabel(last.state)}`}</strong>（{`${last.decided} ${last.by}`}）
			</p>
			<p className={adminStyles.reason}>{last.reason}</p>
		</div>
	)
}

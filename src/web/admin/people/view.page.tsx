import { registrationSteps } from '../../../domain/experts/registration-input.ts'
import { roleLabels, stateLabels } from '../../../domain/memberships/office-policy.ts'
import { type PersonView, readAsPerson } from '../../../domain/operations/people/person-view.ts'
import { viewWaiting } from '../../../domain/operations/people/waiting-view.ts'
import { limitSentence } from '../../../domain/shared/context.ts'
import { questionPath, staffPersonPath, staffViewPath } from '../../../domain/shared/links.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { expertStateLabel } from '../experts/expert-states.ts'
import type { Route } from './+types/view.page'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

/** What the member's own pages say, for support who help them; nothing can be done here. The look is recorded. */
export const loader = staffLoader(['support'], 'personal-data', async (ctx, { params }: Route.LoaderArgs) => {
	const { name, limit, waiting, registration, ...seen } = await readAsPerson(ctx, params.uid)
	return {
		uid: params.uid,
		name: name === '' ? '名前のない会員' : name,
		...seen,
		limit: limit ? limitSentence(limit) : null,
		hasBegun: waiting.hasBegun,
		waiting: viewWaiting(waiting).map(({ label, count }) => ({ label, value: count })),
		registration: registration && viewRegistration(registration),
	}
})

const viewRegistration = ({ state, done, decision }: NonNullable<PersonView['registration']>) => ({
	state: expertStateLabel(state),
	reason: decision && decision.state !== 'verified' && decision.state === state ? decision.reason : null,
	steps: registrationSteps.map(({ step, label }) => ({ label, value: done[step] ? '入力済み' : 'まだ' })),
	isOpen: state === 'draft' || state === 'needs_fix',
})

export default function ViewPage({ loaderData: seen }: Route.ComponentProps) {
	const { uid, name, isProved, isSuspended, limit, waiting, hasBegun, registration, hasExpert, offices, questions } = seen
	return (
		<div className={styles.body}>
			<Head title={`${name}の画面`} description="会員の画面に出ている内容です。" path={staffViewPath(uid)} noindex />
			<p>
				<Link to={staffPersonPath(uid)}>{`${name}の情報`}</Link>
			</p>
			<p className={styles.warn} role="note">
				<strong>{`${name}のマイページに、いま出ている内容です（閲覧だけ）。`}</strong>
				この会員としてログインしてはいません。操作はできず、やり取りの文章とお知らせの文は出ません。この閲覧は操作の記録に残りました。
			</p>
			<h1>{`${name}の画面`}</h1>
			{isSuspended && <p className={styles.failure}>利用を停止しているため、この会員はいまログインできません。</p>}
			{limit !== null && <p className={styles.failure}>{limit}</p>}
			{!isProved && <p className={styles.warn}>メールアドレスの確認が済んでいません、と出ています。</p>}
			<section className={styles.section} aria-labelledby="waiting">
				<h2 id="waiting">対応を待つもの</h2>
				{waiting.length > 0 ? (
					<FactList rows={waiting} />
				) : (
					<p className={styles.quiet}>
						{hasBegun || hasExpert ? '対応を待つものはありません。' : 'はじめての方への案内（質問、見積もり、事務所探し）が出ています。'}
					</p>
				)}
			</section>
			<Registration registration={registration} />
			{offices.length > 0 && <Offices offices={offices} />}
			<Questions questions={questions} />
		</div>
	)
}

type Data = Route.ComponentProps['loaderData']

function Registration({ registration }: Pick<Data, 'registration'>) {
	return (
		<section className={styles.section} aria-labelledby="registration">
			<h2 id="registration">専門家の登録</h2>
			{registration === null ? (
				<p className={styles.quiet}>専門家の登録を始めていません。</p>
			) : (
				<>
					<p>
						<Tag>{registration.state}</Tag>
					</p>
					{registration.reason !== null && <p className={styles.reason}>{registration.reason}</p>}
					{registration.isOpen && <FactList rows={registration.steps} />}
				</>
			)}
		</section>
	)
}

function Offices({ offices }: Pick<Data, 'offices'>) {
	return (
		<section className={styles.section} aria-labelledby="offices">
			<h2 id="offices">編集できる事務所</h2>
			<ul className={`${stack.rows} ${styles.list}`}>
				{offices.map(({ id, name, state, role, hasDraft, isWaiting }) => (
					<li key={id}>
						<div className={styles.line}>
							<strong>{name}</strong>
							<Tag>{stateLabels[state]}</Tag>
							<span className={styles.quiet}>{roleLabels[role]}</span>
							{hasDraft && <Tag tone="warn">公開していない下書き</Tag>}
							{isWaiting && <Tag tone="warn">変更を確認中</Tag>}
						</div>
					</li>
				))}
			</ul>
		</section>
	)
}

function Questions({ questions }: Pick<Data, 'questions'>) {
	return (
		<section className={styles.section} aria-labelledby="questions">
			<h2 id="questions">新しい質問</h2>
			{questions.length === 0 ? (
				<p className={styles.quiet}>質問はありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{questions.map(({ id, title, awaitsAddress, isResolved, answerCount }) => (
						<li key={id}>
							<div className={styles.line}>
								{awaitsAddress ? <strong>{title}</strong> : <Link to={questionPath(id)}>{title}</Link>}
								{awaitsAddress && <Tag tone="warn">メールアドレスの確認を待っている</Tag>}
								{isResolved && <Tag tone="good">解決済み</Tag>}
								<span className={styles.quiet}>{`回答 ${answerCount}件`}</span>
							</div>
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

import type { ReactNode } from 'react'
import { type DeskQueue, deskVerdicts, skipReasons, type DeskVerdict } from '../../../domain/operations/desk-input.ts'
import { deskPath } from '../../../domain/shared/links.ts'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { Head } from '../../layout/head.tsx'
import { formKey, LateDecision } from '../done-note.tsx'
import adminStyles from '../admin.module.css'
import { Desk, SkipForm } from './desk.tsx'
import type { OpenDesk } from './desk-data.server.ts'
import { type MarkedFact, VerdictForm } from './verdict-form.tsx'
import styles from './desk.module.css'

type Decision = {
	version?: number | undefined
	facts?: Readonly<Record<string, string>>
	/** What is compared with a proof. */
	marks?: readonly MarkedFact[]
	hint: string
	reasonLabel?: string
	/** Those that are possible here; all of the queue without it. */
	verdicts?: readonly DeskVerdict[]
	/** Why the viewer may not decide. */
	refusal?: string | undefined
	fields?: ReactNode
}

/** The page of a queue whose decisions differ only in their words. `children` is the item; null while none is open. */
export function PlainDesk({
	queue,
	title,
	data: { desk, filter, showsSkipped, openId, csrfToken },
	filters,
	lead,
	formState,
	decision,
	children,
}: {
	queue: DeskQueue
	title: string
	data: OpenDesk
	filters: readonly { value: string; label: string }[]
	lead: ReactNode
	formState: FormState | undefined
	decision: Decision
	children: ReactNode
}) {
	const tabs = [
		{ to: deskPath(queue), label: 'すべて', isCurrent: filter === '' && !showsSkipped },
		...filters.map(({ value, label }) => ({ to: deskPath(queue, { filter: value }), label, isCurrent: filter === value && !showsSkipped })),
		{ to: deskPath(queue, { skipped: '1' }), label: 'あとに回したものも', isCurrent: showsSkipped },
	]
	return (
		<>
			<Head title={title} description={`${title}の作業台です。`} path={deskPath(queue)} noindex />
			<LateDecision
				formState={formState}
				forms={['saveView:', ...(openId > 0 ? ['decide', 'assign', 'note', 'propose'].map((intent) => formKey(intent, openId)) : [])]}
			/>
			<Desk title={title} tabs={tabs} desk={desk} csrfToken={csrfToken} lead={lead} formState={formState}>
				{openId === 0 ? null : (
					<div className={styles.split}>
						<div className={styles.content}>{children}</div>
						<div className={styles.rail}>
							<Rail
								queue={queue}
								decision={decision}
								reasons={desk.reasons}
								openId={openId}
								nextId={desk.nextId}
								csrfToken={csrfToken}
								formState={formState}
							/>
							<SkipForm itemId={openId} nextId={desk.nextId} csrfToken={csrfToken} reasons={skipReasons} />
						</div>
					</div>
				)}
			</Desk>
		</>
	)
}

function Rail({
	queue,
	decision,
	reasons,
	openId,
	nextId,
	csrfToken,
	formState,
}: {
	queue: DeskQueue
	decision: Decision
	reasons: OpenDesk['desk']['reasons']
	openId: number
	nextId: number
	csrfToken: string
	formState: FormState | undefined
}) {
	const { version, facts = {}, marks = [], hint, reasonLabel, verdicts = deskVerdicts[queue], refusal, fields } = decision
	if (refusal !== undefined) return <p className={adminStyles.warn}>{refusal}</p>
	return (
		<VerdictForm
			key={openId}
			itemId={openId}
			nextId={nextId}
			{...(version === undefined ? {} : { version })}
			verdicts={verdicts}
			templates={reasons}
			facts={facts}
			marks={marks}
			hint={hint}
			{...(reasonLabel === undefined ? {} : { reasonLabel })}
			csrfToken={csrfToken}
			formState={formStateFor(formState, 'decide', openId)}
		>
			{fields}
		</VerdictForm>
	)
}

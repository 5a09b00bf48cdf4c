import { useMemo, useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { officeForms } from './office-forms.server.ts'
import { getOfficeForEdit } from '../../../domain/offices/office-editing.ts'
import { type OfficeSection, officeSections } from '../../../domain/offices/office-sections.ts'
import { officeEditPath, ownOfficesPath } from '../../../domain/shared/links.ts'
import { withCtx } from '../../context.ts'
import { Head } from '../../layout/head.tsx'
import { pageAction } from '../../forms/page-action.server.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import type { FormState } from '../../forms/form-state.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import type { Route } from './+types/office-edit.page'
import { CasesFields, FeesFields } from './list-fields.tsx'
import { type OfficeEditData, readEditData } from './office-edit.server.ts'
import { OfficeStatus, PublishBar } from './office-status.tsx'
import { PhotoForms } from './photo-forms.tsx'
import { ScalarFields } from './scalar-fields.tsx'
import { AboutFields, ContactFields, HoursFields, PlaceFields } from './section-fields.tsx'
import { SectionForm } from './section-form.tsx'
import type { SectionOutcome, SectionView } from './section-view.ts'

import styles from './offices.module.css'

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const data = await readEditData(ctx, await getOfficeForEdit(ctx, parseId(params.id)))
	return {
		...data,
		saved: new URL(request.url).searchParams.get('saved'),
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction(officeForms)

/** What is kept by itself opens nothing anew: the form goes on from the edition that it knows. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
	formMethod === undefined && defaultShouldRevalidate

export default function OfficeEditPage({ loaderData, actionData }: Route.ComponentProps) {
	const { office, sections, ownPhotos, saved, csrfToken } = loaderData
	const answer: SectionOutcome | FormState | undefined = actionData
	const outcome = answer && 'kind' in answer ? answer : undefined
	const formState = answer && !('kind' in answer) ? answer : undefined
	const isAboutPhoto = formState?.fields['photo'] !== undefined
	const refusedSection =
		formState && ['save', 'lookup', 'propose', 'weekdays'].includes(formState.intent) ? formState.values['section'] : undefined
	// Drafts that were kept meanwhile, without the page being opened anew.
	const [kept, setKept] = useState<ReadonlySet<OfficeSection>>(new Set())
	const keepers = useMemo(
		() =>
			new Map(
				officeSections.map(({ section }) => [
					section,
					() => setKept((before) => (before.has(section) ? before : new Set([...before, section]))),
				]),
			),
		[],
	)
	const drafts = sections.filter(({ isDraft, section }) => isDraft || kept.has(section)).length
	return (
		<>
			<Head title={`${office.name}の編集`} description="事務所のページを編集します。" path={officeEditPath(office.id)} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '事務所', path: ownOfficesPath() },
					{ label: `${office.name}の編集`, path: officeEditPath(office.id) },
				]}
			/>
			<div className={styles.page}>
				<h1>{`${office.name}の編集`}</h1>
				{!isAboutPhoto && refusedSection === undefined && <ErrorSummary formState={formState} />}
				<OfficeStatus office={office} saved={answer ? null : saved} csrfToken={csrfToken} />
				{office.state !== 'suspended' && <p className={styles.quiet}>{`入力した内容は下書きとして残ります。${howToPublish(office)}`}</p>}
				<nav className={styles.nav} aria-label="編集する項目">
					<ul>
						{[...officeSections.map(({ section, label }) => ({ id: section as string, label })), { id: 'photos', label: '写真' }].map(
							({ id, label }) => (
								<li key={id}>
									<a href={`#${id}`}>{label}</a>
								</li>
							),
						)}
					</ul>
				</nav>
				{sections.map((view) => (
					<SectionForm
						key={view.section}
						view={kept.has(view.section) ? { ...view, isDraft: true } : view}
						outcome={outcome}
						hint={officeSections.find(({ section }) => section === view.section)?.hint ?? ''}
						action={officeEditPath(office.id, { section: view.section })}
						formState={refusedSection === view.section ? formState : undefined}
						csrfToken={csrfToken}
						onSaved={keepers.get(view.section) ?? nothing}
						buttons={moreButtons[view.section]}
					>
						{(shown) => fieldsOf(shown, loaderData)[view.section]()}
					</SectionForm>
				))}
				<PhotoForms
					action={officeEditPath(office.id, { section: 'photos' })}
					{...ownPhotos}
					csrfToken={csrfToken}
					formState={isAboutPhoto ? formState : undefined}
				/>
				<PublishBar office={office} drafts={drafts} csrfToken={csrfToken} />
			</div>
		</>
	)
}

const howToPublish = ({ state, may }: OfficeEditData['office']): string => {
	if (state === 'published') return '画面の下の「公開ページに反映する」を押すまで、公開ページは変わりません。'
	if (may.publish) return '画面の下の「この内容で公開する」を押すまで、ほかの方には見えません。'
	return '公開は、事務所の代表者が行います。'
}

const nothing = () => undefined

/** Buttons that fill in something. */
const moreButtons: Partial<Record<OfficeSection, React.ReactNode>> = {
	place: <FillButton intent="propose">最寄り駅を調べる</FillButton>,
	hours: <FillButton intent="weekdays">月曜日の時間を火〜金に写す</FillButton>,
}

function FillButton({ intent, children }: { intent: string; children: string }) {
	return (
		<button type="submit" name="intent" value={intent} className="button" data-kind="quiet">
			{children}
		</button>
	)
}

const fieldsOf = (view: SectionView, { choices, groups, withheld }: OfficeEditData): Record<OfficeSection, () => React.ReactNode> => ({
	basics: () => <ScalarFields view={view} />,
	place: () => <PlaceFields view={view} choices={choices} />,
	contact: () => <ContactFields view={view} />,
	hours: () => <HoursFields view={view} />,
	consultation: () => <ScalarFields view={view} />,
	about: () => <AboutFields view={view} />,
	fees: () => <FeesFields view={view} groups={groups} withheld={withheld} />,
	cases: () => <CasesFields view={view} groups={groups} />,
})

import { useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { getOfficeForEdit } from '../../../domain/offices/office-editing.ts'
import { readOwnPhotos } from '../../../domain/offices/office-photos.ts'
import { isOfficeSection, type OfficeSection } from '../../../domain/offices/office-sections.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { officeEditPath, officePreviewPath, ownOfficesPath } from '../../../domain/shared/links.ts'
import { withCtx } from '../../context.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import type { FormState } from '../../forms/form-state.ts'
import { pageAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/office-section.page'
import { editPart, editParts, type EditPart } from './edit-parts.ts'
import { HoursFields } from './hours-fields.tsx'
import { CasesFields, FeesFields } from './list-fields.tsx'
import { readOpenBusiness, readSection, type SectionData, viewOfficeForEdit } from './office-edit.server.ts'
import { sectionForms } from './office-forms.server.ts'
import { OfficeChange, SavedNotice, SuspensionNotice } from './office-status.tsx'
import { OfficeVisibility } from './office-visibility.tsx'
import { PhotoForms } from './photo-forms.tsx'
import { ScalarFields } from './scalar-fields.tsx'
import { AboutFields, ContactFields, PlaceFields } from './section-fields.tsx'
import { SectionForm } from './section-form.tsx'
import type { SectionOutcome, SectionView } from './section-view.ts'
import editor from './editor.module.css'
import styles from './offices.module.css'

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const part = editPart(params.section)
	if (!part) throw notFound('section')
	const office = await getOfficeForEdit(ctx, parseId(params.id))
	const { section } = part
	return {
		part: section,
		office: viewOfficeForEdit(ctx.now(), office),
		section: isOfficeSection(section) ? await readSection(ctx, office, section) : null,
		photos: section === 'photos' ? await readOwnPhotos(ctx, office.id) : null,
		business: section === 'visibility' ? await readOpenBusiness(ctx, office.id) : null,
		saved: new URL(request.url).searchParams.get('saved'),
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction(sectionForms)

/** Autosave must not revalidate: the form keeps the version it loaded. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
	formMethod === undefined && defaultShouldRevalidate

export default function OfficeSectionPage({ loaderData, actionData }: Route.ComponentProps) {
	const { part, office, section, photos, business, saved, csrfToken } = loaderData
	const { label, hint } = editPart(part) ?? editParts[0]
	const answer: SectionOutcome | FormState | undefined = actionData
	const outcome = answer && 'kind' in answer ? answer : undefined
	const formState = answer && !('kind' in answer) ? answer : undefined
	const path = officeEditPath(office.id, { section: part })
	return (
		<>
			<Head title={`${label}・${office.name}の編集`} description="事務所のページを編集します。" path={path} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '事務所', path: ownOfficesPath() },
					{ label: `${office.name}の編集`, path: officeEditPath(office.id) },
					{ label, path },
				]}
			/>
			<div className={styles.page}>
				<h1>{label}</h1>
				<p className={styles.quiet}>{`${office.name}・${hint}`}</p>
				<SavedNotice saved={answer ? null : saved} office={office} csrfToken={csrfToken} />
				<SuspensionNotice office={office} />
				{(part === 'basics' || part === 'place') && <OfficeChange office={office} csrfToken={csrfToken} />}
				{section && (
					<EditedSection
						key={part}
						data={section}
						office={office}
						outcome={outcome}
						formState={formState}
						action={path}
						csrfToken={csrfToken}
					/>
				)}
				{photos && <PhotoForms action={path} {...photos} csrfToken={csrfToken} formState={formState} />}
				{business && (
					<>
						<ErrorSummary formState={formState} />
						<OfficeVisibility office={office} business={business} csrfToken={csrfToken} />
					</>
				)}
				<Neighbours officeId={office.id} part={part} />
			</div>
		</>
	)
}

function EditedSection({
	data,
	office,
	...rest
}: {
	data: SectionData
	office: { id: number; state: string; may: { apply: boolean } }
	outcome: SectionOutcome | undefined
	formState: FormState | undefined
	action: string
	csrfToken: string
}) {
	const { view } = data
	// A draft that autosave stored since the page was loaded.
	const [isKept, setIsKept] = useState(false)
	return (
		<SectionForm
			view={isKept ? { ...view, isDraft: true } : view}
			buttons={moreButtons[view.section]}
			publishes={office.state === 'published' && office.may.apply}
			onSaved={() => setIsKept(true)}
			{...rest}
		>
			{(shown) => fieldsOf(shown, data)[view.section]()}
		</SectionForm>
	)
}

/** The way through the sections, one after the other. */
function Neighbours({ officeId, part }: { officeId: number; part: EditPart }) {
	const place = editParts.findIndex(({ section }) => section === part)
	const [before, after] = [editParts[place - 1], editParts[place + 1]]
	return (
		<nav className={editor.neighbours} aria-label="ほかの項目">
			<Link to={officeEditPath(officeId)}>項目の一覧</Link>
			<Link to={officePreviewPath(officeId)}>プレビュー</Link>
			{before && <Link to={officeEditPath(officeId, { section: before.section })} rel="prev">{`← ${before.label}`}</Link>}
			{after && <Link to={officeEditPath(officeId, { section: after.section })} rel="next">{`${after.label} →`}</Link>}
		</nav>
	)
}

/** Buttons that fill in something. */
const moreButtons: Partial<Record<OfficeSection, React.ReactNode>> = {
	place: <FillButton intent="propose">最寄り駅を調べる</FillButton>,
}

function FillButton({ intent, children }: { intent: string; children: string }) {
	return (
		<button type="submit" name="intent" value={intent} className="button" data-kind="quiet">
			{children}
		</button>
	)
}

const fieldsOf = (
	view: SectionView,
	{ choices, pin, groups, suspended, reserved }: SectionData,
): Record<OfficeSection, () => React.ReactNode> => ({
	basics: () => <ScalarFields view={view} />,
	place: () => choices && <PlaceFields view={view} choices={choices} pin={pin} />,
	contact: () => <ContactFields view={view} />,
	hours: () => <HoursFields view={view} />,
	consultation: () => <ScalarFields view={view} />,
	about: () => <AboutFields view={view} />,
	fees: () => <FeesFields view={view} groups={groups} suspended={suspended} reserved={reserved} />,
	cases: () => <CasesFields view={view} groups={groups} />,
})

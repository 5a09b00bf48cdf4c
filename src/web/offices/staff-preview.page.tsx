import { previewOfficeForStaff } from '../../domain/offices/office-staff-preview.ts'
import { listPhotos } from '../../domain/offices/office-photos.ts'
import { openingOf } from '../../domain/offices/opening.ts'
import { readSurroundings } from '../../domain/geography/surroundings.ts'
import { listReviews } from '../../domain/reviews/reviews.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { dayText } from '../../domain/shared/japan-time.ts'
import { staffOfficePath, staffOfficePreviewPath } from '../../domain/shared/links.ts'
import { findScope } from '../../domain/taxonomy/categories.ts'
import formStyles from '../forms/form.module.css'
import { Head } from '../layout/head.tsx'
import { staffLoader } from '../session/staff-page.server.ts'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/staff-preview.page'
import { OfficeArticle } from './office-article.tsx'
import { mainCategoryId, mapOfOffice, viewOffice, viewReviews } from './office-view.ts'

export const handle = { plain: true }

/** The page of an office in any state, with the change that waits for approval. */
export const loader = staffLoader(['reviewer'], 'routine', async (ctx, { params }: Route.LoaderArgs) => {
	const { office, hasChange } = await previewOfficeForStaff(ctx, parseId(params.id))
	const categoryId = mainCategoryId(office.tasks)
	const [surroundings, category, photos, reviews] = await Promise.all([
		readSurroundings(ctx, office, office.municipality.id),
		categoryId === null ? null : findScope(ctx, categoryId),
		listPhotos(ctx, office.id),
		listReviews(ctx, office.id, null),
	])
	return {
		hasChange,
		data: {
			office: viewOffice(office, category),
			reviews: viewReviews(reviews),
			map: mapOfOffice(office, surroundings),
			similar: [],
			answers: [],
			articles: [],
			photos,
			...openingOf(office, ctx.now()),
			asOf: dayText(ctx.now()),
		},
	}
})

export default function StaffPreviewPage({ loaderData: { hasChange, data } }: Route.ComponentProps) {
	const { id, name } = data.office
	return (
		<>
			<Head title={`${name}の見え方`} description="公開したときのページです。" path={staffOfficePreviewPath(id)} noindex />
			<div className={formStyles.warning} role="status">
				<p>
					{hasChange ? '確認待ちの変更を承認したときのページです。' : '公開したときのページです。'}
					<Link to={staffOfficePath(id)}>事務所の確認に戻る</Link>
				</p>
			</div>
			<OfficeArticle data={data} />
		</>
	)
}

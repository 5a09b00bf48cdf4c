import { contactPath } from '../../domain/shared/links.ts'
import { cacheHeaders } from '../context.ts'
import { loadOperator } from '../layout/operator.server.ts'
import { DocumentPage } from '../ui/document.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/company.page'

export const handle = { plain: true }

export const headers = cacheHeaders

/** Who runs the site. Absent until the settings say so. */
export const loader = loadOperator

export default function CompanyPage({ loaderData: { operator, siteName, publicUrl } }: Route.ComponentProps) {
	const organization = {
		'@type': 'Organization',
		name: operator.name,
		url: publicUrl,
		address: operator.address,
		telephone: operator.phone,
		contactPoint: {
			'@type': 'ContactPoint',
			contactType: 'customer support',
			url: `${publicUrl}${contactPath()}`,
			availableLanguage: 'ja',
		},
	}
	return (
		<DocumentPage
			title="運営会社"
			description={`${siteName}を運営する${operator.name}の概要です。`}
			path="/company"
			jsonLd={[organization]}
		>
			<FactList
				rows={[
					{ label: '名称', value: operator.name },
					{ label: '代表者', value: operator.representative },
					{ label: '所在地', value: operator.address },
					{ label: '電話番号', value: `${operator.phone}（${operator.hours}）` },
					{ label: 'メールアドレス', value: operator.mail },
					{ label: '個人情報の責任者', value: operator.privacyOfficer },
					...(operator.telecomNumber === null ? [] : [{ label: '電気通信事業の届出番号', value: operator.telecomNumber }]),
					...(operator.invoiceNumber === null ? [] : [{ label: '適格請求書発行事業者の登録番号', value: operator.invoiceNumber }]),
				]}
			/>
			<p>
				ご連絡は
				<Link to={contactPath()}>お問い合わせのページ</Link>
				からもお受けします。
			</p>
		</DocumentPage>
	)
}

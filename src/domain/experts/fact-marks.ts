/** A fact that an applicant typed, beside its proof, with the text of the fix where the two differ. */
export type FactMark = { id: string; label: string; value: string; text: string }

type TypedCredential = {
	professionId: number
	/** What the profession has besides its registration, if the credential is that. */
	subQualificationId?: number | null
	professionName: string
	registrationNumber: string
	/** '' for what belongs to no association. */
	association: string
	registered: string | null
}

type Typed = {
	name: string
	credentials: readonly TypedCredential[]
	office: { name: string; place: string } | null
}

const credentialKey = ({ professionId, subQualificationId }: TypedCredential): string =>
	subQualificationId ? `${professionId}-${subQualificationId}` : `${professionId}`

/** The facts that a reviewer compares with proof and register. Pure: the page offers them, a mark becomes a part of the reason. */
export function factMarksOf({ name, credentials, office }: Typed): FactMark[] {
	const marks: FactMark[] = credentials.flatMap((credential) => {
		const { professionName, registrationNumber, association, registered } = credential
		const key = credentialKey(credential)
		return [
			{
				id: `name-${key}`,
				label: `${professionName}：氏名`,
				value: name,
				text: `${professionName}の書類の氏名が、表示する名前（${name}）と一致しません。職務上の氏名の場合は、それが分かる書類を添えてください。`,
			},
			{
				id: `number-${key}`,
				label: `${professionName}：登録番号`,
				value: registrationNumber,
				text: `${professionName}の書類の登録番号と、入力された番号（${registrationNumber}）が一致しません。番号を直すか、正しい番号の書類を提出してください。`,
			},
			...(association === ''
				? []
				: [
						{
							id: `association-${key}`,
							label: `${professionName}：所属する会`,
							value: association,
							text: `${professionName}の書類の所属と、入力された会（${association}）が一致しません。いまの所属に直してください。`,
						},
					]),
			...(registered === null
				? []
				: [
						{
							id: `date-${key}`,
							label: `${professionName}：登録した日`,
							value: registered,
							text: `${professionName}の書類の登録日と、入力された日（${registered}）が一致しません。書類の日に直してください。`,
						},
					]),
		]
	})
	if (office)
		marks.push({
			id: 'office',
			label: '事務所',
			value: `${office.name}・${office.place}`,
			text: `事務所「${office.name}」の所在地（${office.place}）を、書類や会の名簿で確認できませんでした。届け出た名称と所在地に直すか、移転が分かる書類を添えてください。`,
		})
	return marks
}

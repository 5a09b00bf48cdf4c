import type { Credential } from '../../domain/experts/types.ts'
import { subQualifications } from '../../domain/taxonomy/attributes.ts'
import { monthText } from '../../domain/shared/japan-time.ts'
import { CredentialText } from './expert-credential.tsx'
import styles from './expert.module.css'

/** Each credential with its number, and what the expert has besides. */
export function CredentialItems({
	credentials,
	subQualifications: names,
}: {
	credentials: readonly Credential[]
	subQualifications: readonly string[]
}) {
	return (
		<>
			{credentials.map((credential) => (
				<li key={credential.profession.id}>
					<CredentialText credential={credential} />
					{credential.registeredOn && <span className={styles.quiet}>{`${monthText(credential.registeredOn)}登録`}</span>}
				</li>
			))}
			{names.map((name) => (
				<li key={name}>
					<strong>{name}</strong>
					<Limit name={name} />
				</li>
			))}
		</>
	)
}

/** What a sub-qualification does not go beyond, such as the 1,400,000 yen of 認定司法書士. */
function Limit({ name }: { name: string }) {
	const limit = subQualifications.find((one) => one.name === name)?.limit
	return limit ? <span className={styles.quiet}>{limit}</span> : null
}

import styles from './expert-credential.module.css'

/** 「税理士 登録番号 123456（東京税理士会）」 */
export function CredentialText({
	credential: { profession, registrationNumber, association },
}: {
	credential: { profession: { name: string }; registrationNumber: string; association: string }
}) {
	return (
		<>
			<strong className={styles.profession}>{profession.name}</strong>
			<span className={styles.number}>{`登録番号 ${registrationNumber}`}</span>
			{association && <span className={styles.association}>{`（${association}）`}</span>}
		</>
	)
}

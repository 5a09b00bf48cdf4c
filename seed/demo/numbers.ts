/**
 * The numbers of the demo have the right form and check digits, and lie where no real person's or firm's number lies:
 * corporate numbers under the registry offices 9998 and 9999, which do not exist; registration numbers above what
 * the registers have reached; phone numbers whose exchange begins with 0, which no exchange in Japan does (general
 * numbering plan: the first digit after the area code is 2–9), so that no real phone can ring.
 */

/** Check digit of the National Tax Agency (9 − Σ Pn·Qn mod 9, Qn 1 and 2 from the right) before twelve digits. */
export function withCheckDigit(twelve: string): string {
	if (!/^[0-9]{12}$/.test(twelve)) throw new RangeError(`"${twelve}" is no base of a corporate number`)
	let sum = 0
	for (let n = 1; n <= 12; n++) sum += Number(twelve[12 - n]) * (n % 2 === 1 ? 1 : 2)
	return `${9 - (sum % 9)}${twelve}`
}

export const corporateNumber = (ordinal: number): string => withCheckDigit(`9999${String(ordinal).padStart(8, '0')}`)

/** A sole proprietor's invoice number is no corporate number: its own block. */
export const invoiceNumber = (ordinal: number, corporate: string | null): string =>
	`T${corporate ?? withCheckDigit(`9998${String(ordinal).padStart(8, '0')}`)}`

/** Area code of the capital, index = prefecture − 1; `AREA_CODES` has other cities by municipality. */
const CAPITAL_CODES =
	'011 017 019 022 018 023 024 029 028 027 048 043 03 045 025 076 076 0776 055 026 058 054 052 059 077 075 06 078 0742 073 0857 0852 086 082 083 088 087 089 088 092 0952 095 096 097 0985 099 098'.split(
		' ',
	)

const AREA_CODES = new Map<number, string>(
	'0138 1202/0134 1203/0166 1204/0143 1205/0154 1206/0155 1207/0157 1208/0144 1213/0123 1224/0172 2202/0178 2203/0198 3205/0197 3206 3215/0191 3209/0225 4202/0229 4215/0182 5203/0235 6203/0234 6204/0242 7202/0246 7204/0294 8202/0280 8204/0297 8217/0284 9202/0282 9203/0285 9208/0287 9213/0277 10203/0270 10204/0276 10205/049 11201/04 11208 11215 11225 12208 12217 12220/047 12203 12204 12207 12216 12227/0476 12211/0436 12219/0422 13203 13204/0428 13205/042 13201 13202 13206 13207 13208 13209 13210 13211 13212 13213 13214 13215 13221 13224 13225 13229/044 14131 14132 14133 14134 14135 14136 14137/042 14151 14152 14153/046 14201 14212 14213 14215 14216/0463 14203 14211 14214/0467 14204 14207/0466 14205/0465 14206/0258 15202/0254 15206/0766 16202/0761 17203/0770 18202/0778 18209/0555 19202/0263 20202/0268 20203/0265 20205/0267 20217/0584 21202/0572 21204/053 22138 22139 22140/055 22203 22206/0545 22210/0532 23201/0564 23202/0586 23203/0568 23206 23219/0533 23207/0566 23210 23212/0565 23211/0596 24203/0598 24204/0594 24205/0749 25202/0748 25213/0774 26204/0773 26201 26202/072 27141 27142 27143 27144 27145 27146 27147 27207 27210 27211 27212 27215/0725 27219/06 28202/079 28201 28210 28219/0798 28204/0797 28214/072 28207 28217/0744 29205 29206/0743 29203 29209/0739 30206/0735 30207/0859 31202/0853 32203/0855 32202/0823 34202/084 34207/0836 35202/0827 35208/0834 35215/0877 37202/0898 38202/0897 38205/093 40101 40103 40105 40106 40107 40108 40109/0942 40203 41203/0948 40205/0955 41202/0956 42202/0957 42204 42205/0965 43202/0977 44202/0986 45202/0982 45203/0994 46203/0996 46215/0995 46218/0980 47207 47209 47214'
		.split('/')
		.flatMap((entry) => {
			const [code = '', ...municipalities] = entry.split(' ')
			return municipalities.map((municipality): [number, string] => [Number(municipality), code])
		}),
)

/** Right area code, an exchange that cannot exist. */
export function phoneNumber(prefectureId: number, municipalityId: number, ordinal: number): string {
	const code = AREA_CODES.get(municipalityId) ?? CAPITAL_CODES[prefectureId - 1] ?? '03'
	return `${code}-${'0'.repeat(6 - code.length)}-${String((ordinal * 7919) % 10_000).padStart(4, '0')}`
}

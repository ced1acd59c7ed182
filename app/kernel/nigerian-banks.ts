export type NigerianBank = {
	/** Paystack's code; text, because it begins with zeros. */
	code: string
	name: string
}

/**
 * Codes of Paystack's `GET /bank?currency=NGN`, from public copies of 2025 and 2026, sorted by name. Check them before
 * going live.
 */
export const nigerianBanks: readonly NigerianBank[] = [
	{ code: '120001', name: '9 Payment Service Bank' },
	{ code: '044', name: 'Access Bank' },
	{ code: '120004', name: 'Airtel Smartcash' },
	{ code: '565', name: 'Carbon' },
	{ code: '023', name: 'Citibank Nigeria' },
	{ code: '050', name: 'Ecobank Nigeria' },
	{ code: '51318', name: 'FairMoney Microfinance Bank' },
	{ code: '070', name: 'Fidelity Bank' },
	{ code: '011', name: 'First Bank of Nigeria' },
	{ code: '214', name: 'First City Monument Bank (FCMB)' },
	{ code: '00103', name: 'Globus Bank' },
	{ code: '100022', name: 'GoMoney' },
	{ code: '058', name: 'Guaranty Trust Bank (GTBank)' },
	{ code: '120002', name: 'Hope PSB' },
	{ code: '301', name: 'Jaiz Bank' },
	{ code: '082', name: 'Keystone Bank' },
	{ code: '50211', name: 'Kuda Bank' },
	{ code: '303', name: 'Lotus Bank' },
	{ code: '50515', name: 'Moniepoint Microfinance Bank' },
	{ code: '120003', name: 'MTN MoMo PSB' },
	{ code: '999992', name: 'OPay' },
	{ code: '107', name: 'Optimus Bank' },
	{ code: '100002', name: 'Paga' },
	{ code: '999991', name: 'PalmPay' },
	{ code: '104', name: 'Parallex Bank' },
	{ code: '076', name: 'Polaris Bank' },
	{ code: '105', name: 'PremiumTrust Bank' },
	{ code: '101', name: 'Providus Bank' },
	{ code: '125', name: 'Rubies Microfinance Bank' },
	{ code: '51113', name: 'Safe Haven Microfinance Bank' },
	{ code: '106', name: 'Signature Bank' },
	{ code: '51310', name: 'Sparkle Microfinance Bank' },
	{ code: '221', name: 'Stanbic IBTC Bank' },
	{ code: '068', name: 'Standard Chartered Bank' },
	{ code: '232', name: 'Sterling Bank' },
	{ code: '100', name: 'SunTrust Bank' },
	{ code: '302', name: 'TAJ Bank' },
	{ code: '102', name: 'Titan Trust Bank' },
	{ code: '032', name: 'Union Bank of Nigeria' },
	{ code: '033', name: 'United Bank for Africa (UBA)' },
	{ code: '215', name: 'Unity Bank' },
	{ code: '566', name: 'VFD Microfinance Bank' },
	{ code: '035', name: 'Wema Bank' },
	{ code: '057', name: 'Zenith Bank' },
]

const banksByCode = new Map(nigerianBanks.map((bank) => [bank.code, bank]))

/** Paystack may know more banks than the table. */
export function bankByCode(code: string): NigerianBank | undefined {
	return banksByCode.get(code)
}

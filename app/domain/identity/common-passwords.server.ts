import { normalizePassword } from './password-rules.ts'

/** The best-known leaked passwords, and common ones in Nigeria. Lower case, six letters or more. */
const commonest = new Set(
	`
	123456 1234567 12345678 123456789 1234567890 password password1 password12 password123 password1234
	password! password@1 password@123 passw0rd p@ssw0rd p@ssword pa55word qwerty qwerty1 qwerty12
	qwerty123 qwerty1234 qwertyuiop qwert123 qwe123 qweasd qweasdzxc qazwsx qazwsxedc 1q2w3e 1q2w3e4r
	1q2w3e4r5t 1qaz2wsx zaq12wsx zxcvbn zxcvbnm asdfgh asdfghjkl asdf1234 asdasd asd123 abc123 abcd1234
	abcdef abcdefg abcdefgh abc1234 abcabc 111111 1111111 11111111 111222 112233 11223344 121212 123123
	123123123 123321 123456a 123456q 123456abc 12345a 12345q 123abc 123qwe 123654 1234qwer 1234abcd
	12344321 123454321 12345678a 123456789a 123456789q 987654 9876543210 987654321 654321 666666 777777
	7777777 888888 88888888 999999 99999999 000000 00000000 222222 333333 444444 555555 5555555 101010
	131313 159753 147258 147258369 159357 147852 789456 789456123 741852963 852456 963852741 696969
	123789 456789 192837465 142536 246810 010203 102030 200000 212121 232323 252525 admin1 admin12
	admin123 administrator admin@123 root123 user123 test123 test1234 testing guest123 welcome welcome1
	welcome123 welcome@123 letmein letmein1 login123 changeme change123 default secret secret1 secret123
	master master1 access access14 iloveyou iloveyou1 iloveyou2 loveyou lovely love123 loveme lovers
	mylove sweetheart princess princess1 prince queen123 king123 sunshine sunshine1 monkey monkey1
	dragon dragon1 shadow shadow1 football football1 baseball basketball soccer soccer1 hockey superman
	superman1 batman batman1 spiderman pokemon naruto starwars matrix ninja1 killer killer1 hunter
	hunter2 hunter1 trustno1 whatever whatever1 freedom freedom1 computer computer1 internet samsung
	samsung1 samsung123 iphone android google google1 facebook facebook1 instagram whatsapp twitter
	youtube michael michael1 jordan jordan1 jordan23 michelle jessica jessica1 ashley ashley1 nicole
	nicole1 daniel daniel1 andrew andrew1 joshua joshua1 matthew thomas robert jennifer amanda justin
	anthony charlie charlie1 george thunder ginger pepper buster cookie cookie1 summer summer1 winter
	flower flower1 flowers purple orange banana chocolate butterfly angel1 angel123 angels babygirl
	babygirl1 baby123 family family1 friends friend forever forever1 brother sister mother father mommy1
	daddy1 mummy1 mummy123 success success1 success123 blessing blessing1 blessing123 blessed blessed1
	favour favour1 favour123 godisgood godisgood1 godislove godisgreat jesus1 jesus123 jesuschrist
	jesusislord jesuslovesme christ christ1 godfirst god123 amazing amazinggrace grace1 grace123 glory1
	glory123 faith123 hope123 praise praise1 mercy1 mercy123 miracle miracle1 goodness goodluck
	goodluck1 gift123 precious precious1 testimony victory victory1 victor1 victor123 emmanuel emmanuel1
	emmanuel123 samuel samuel1 samuel123 david1 david123 peter1 peter123 john123 james123 joseph joseph1
	joseph123 sunday sunday1 sunday123 monday friday august december january nigeria nigeria1 nigeria12
	nigeria123 naija1 naija123 9janaija lagos1 lagos123 lagos2020 abuja1 abuja123 ibadan ibadan1 eko123
	chelsea chelsea1 chelsea123 chelseafc arsenal arsenal1 arsenal123 manchester manutd manunited
	manu123 liverpool liverpool1 barcelona barcelona1 barca123 ronaldo ronaldo1 ronaldo7 cristiano
	messi10 messi123 realmadrid rooney drogba okocha chioma chioma1 chioma123 chidera chidinma chinedu
	chinonso chukwudi chukwuma chinwe ngozi1 ngozi123 ifeanyi ifeoma obinna oluwaseun oluwaseyi
	oluwatobi oluwadamilola olamide olamide1 ayomide ayomide1 temitope temilade tolulope adebayo adeola
	adewale babatunde funmilayo kehinde taiwo1 ibrahim ibrahim1 ibrahim123 abdullahi abubakar muhammad
	muhammed mohammed mohammed1 musa123 aisha1 aisha123 fatima fatima1 fatima123 zainab halima amina1
	amina123 yusuf1 yusuf123 aliyu1 bismillah alhamdulillah inshallah allah1 allah123 sweet16 sexygirl
	sexy123 hottie money1 money123 mymoney millionaire boss123 bigboss bigboy bigboy1 bigman hello1
	hello123 hello1234 helloworld goodmorning happy1 happy123 smile1 smile123 lucky1 lucky7 lucky777
	diamond diamond1 silver golden gold123 crystal crystal1 rainbow tigger tiger1 tiger123 lion123
	eagle1 eagles panther phoenix scorpion liverpool8 salon1 salon123 beauty1 beauty123 hair123 barber1
	wakati wakati1 wakati123 wakati1234 booking123 customer client123 qwertz azerty azerty123 zxc123
	zxcvbnm1 zzzzzz aaaaaa aaaaaaa aaaaaaaa abcd123 aa123456 a123456 a12345678 a1b2c3 a1b2c3d4 q1w2e3
	q1w2e3r4 pass123 pass1234 pass@123 pass12345 mypassword mypass123 nopassword 1password password2
	password01 password11 password21 password99 passwords asshole fuckyou fuckyou1 biteme blahblah
	nothing nothing1 unknown ncc1701 mustang mustang1 corvette mercedes porsche ferrari ferrari1 toyota
	toyota1 honda1 yamaha harley bmw123 benz123 camry1 range123 playboy maverick cowboy cowboys yankees
	lakers dallas austin boston chicago london london1 paris1 newyork america africa africa1 ghana123
	kenya123 2000000 20202020 20212021 20222022 20232023 20242024 20252025 20262026 19901990 01012000
	01011990 password2020 password2021 password2022 password2023 password2024 password2025 password2026
	`
		.trim()
		.split(/\s+/),
)

/** Whether a password is in the list, is the customer's own e-mail, or has fewer than three different letters. */
export function isCommonPassword(typed: string, email = ''): boolean {
	const password = normalizePassword(typed).toLowerCase()
	const [localPart] = email.toLowerCase().split('@')
	return (
		commonest.has(password) ||
		(email !== '' && (password === email.toLowerCase() || password === localPart)) ||
		new Set(password).size < 3
	)
}

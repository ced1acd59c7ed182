import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { keyedHash } from '#app/kernel/signed.server.ts'

/** 256 short plain words that sound unlike each other. */
export const voucherWordList: readonly string[] = [
	'acorn amber angel ankle apple apron arrow autumn badge bagel baker balloon bamboo banana barn basket',
	'beach beetle bench bicycle bird blanket boat bone book boot bottle bowl box branch bread breeze',
	'brick bridge brush bubble bucket butter button cabin cactus cake camel camera candle candy canoe',
	'carpet carrot castle cat chair chalk cheese cherry chicken circle city clay cliff clock cloud clover',
	'coat coconut coffee coin comb cookie copper coral corn cotton cow crab crayon cricket crown cup',
	'curtain daisy dance desk dinner doctor dog dolphin donkey door dragon drum duck eagle echo elbow',
	'engine farmer feather fence finger fire fish flag flute forest fork fox frog garden garlic gate',
	'ginger giraffe glass glove goat gold goose grape guitar hammer harbour hill honey hotel ice igloo',
	'iron island ivory jacket jam jelly jewel jungle kettle kitchen kite kitten ladder lake lamp lantern',
	'lemon leopard letter lily lion lizard lobster lunch magnet mango marble market meadow melon mirror',
	'monkey moon mountain mouse music needle nest noodle nurse ocean olive onion orange otter oven owl',
	'paddle paint palace palm panda paper parrot peach peanut pencil pepper piano pigeon pillow pilot',
	'pizza planet plum pocket pond potato puppy puzzle queen rabbit radio rain ribbon river robot rocket',
	'rope ruby saddle salad salt sand school shadow sheep shell shoe silver soap spider spoon squirrel',
	'star station stone sugar summer sunset swan table tailor teapot thumb thunder ticket tiger tomato',
	'tower train trumpet tulip tunnel turtle valley velvet village violin wagon walnut water wheel window',
	'winter wolf yam yellow zebra',
].flatMap((line) => line.split(' '))

/**
 * The two words of this minute, on a shop's open vouchers and its kiosk: a picture is soon out of date (D51). The first
 * secret makes them.
 */
export function voucherWords([secret]: readonly string[], shopId: string, at: Instant): string {
	if (secret === undefined) throw new Error('the words of a voucher need a key')
	const minute = Math.floor(at / MINUTE_MS)
	const hash = Buffer.from(keyedHash(secret, 'voucher-words', `${shopId}:${minute}`), 'base64url')
	return [0, 1].map((place) => voucherWordList[hash.readUInt8(place)]).join(' ')
}

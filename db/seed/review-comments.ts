import type { CategoryId } from '#app/kernel/vocabulary/discovery.ts'

export const praise: Record<CategoryId, readonly string[]> = {
	'hair-beauty': [
		'My edges are still here. That alone is five stars.',
		'Neat parting and no tension headache.',
		'In and out in the time they promised.',
		'They listened before they cut.',
		'My daughter did not cry once. First time ever.',
		'Got three compliments before I reached the bus stop.',
		'The braids lasted six weeks and still looked fresh.',
		'Honest about what my hair can take.',
		'Light was out, gen was on, nobody rushed me.',
		'Gentle hands and a clean towel.',
	],
	'spa-massage': [
		'Calm hands, on time.',
		'I slept like a child that night.',
		'Exactly the pressure that I asked for.',
		'The room smells of shea, not of chemicals.',
		'Came with a stiff neck, left singing.',
		'No phone rang, no generator noise. Bliss.',
		'They asked about my back first. Professional.',
		'A gift from my sister, and now I am a regular.',
	],
	nails: [
		'Three weeks and not one chip.',
		'Very clean, tools opened in front of me.',
		'The exact shade that I showed on my phone.',
		'Patient with my short nails.',
		'Lovely shape, nothing bulky.',
		'Quick, and still the cuticles are perfect.',
		'My bridesmaids all went back the week after.',
	],
	skincare: [
		'Dark spots are fading, slowly and honestly.',
		'They told me what not to buy. I trust them.',
		'My skin drank that mask.',
		'Clear plan, no pressure to pay for more.',
		'Glow for days.',
		'The consultation was worth it alone.',
		'No burning, no bleaching, just good care.',
	],
	fitness: [
		'Coach corrects your form before you hurt yourself.',
		'Hard, but I laughed the whole time.',
		'My knees are thanking me.',
		'Started on time at 6 AM. Respect.',
		'Small place, big fans, good music.',
		'I can climb the stairs at work again.',
	],
}

export const mixed: readonly string[] = [
	'Good work, but we started ten minutes late.',
	'Fine. Parking is hard to find.',
	'Nice people, the room was a bit warm.',
	'Okay for the price.',
	'The result is good, the music too loud.',
]

export const complaint: readonly string[] = [
	'Had to wait though I had booked.',
	'Not what I showed in the picture. They offered to redo it.',
	'The light went off halfway and we waited long.',
]

<?php
/**
 * Plugin Name: Footfall
 * Description: Shows each audience its own words, serves personal links, and adds the script that counts visits.
 * Version: 1.0.0
 * Requires at least: 5.9
 * Requires PHP: 7.4
 * License: MIT
 *
 * Two constants in wp-config.php: FOOTFALL_URL, the address of the service, and FOOTFALL_KEY, a key with the scopes
 * `resolve` and `collect`. Two more if you need them: FOOTFALL_SITE, the website as visitors see it, if home_url() is
 * another; FOOTFALL_COLLECT_KEY, a key for the script tag, if FOOTFALL_KEY must stay on the server. The filter
 * `footfall_visitor` gives what is the same whenever a visitor comes: it says which version of a test they get.
 */

namespace Footfall;

/** Seconds in which an answer is used without another question, and in which it stands in for one that does not come. */
const FRESH = 60;
const KEPT = 3600;
/** Seconds without a question after one that was not answered. */
const PAUSE = 10;
/** Seconds that a page waits for the service. WordPress gives no request less than one. */
const DEADLINE = 1.0;
/** The most paths without words that are kept, so that made-up paths do not fill the database. */
const MOST_MISSED = 500;
/** The parameters by which a page is known without pretty addresses. */
const PAGE_NUMBERS = ['p' => 1, 'page_id' => 1];

const VOID_TAGS = ['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'];
/** Elements whose content is no markup. */
const RAW_TAGS = ['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'];
/** Elements that never get words: in them, text is code, another document, or not shown. */
const CLOSED_TAGS = ['html', 'head', 'body', 'template', 'object', 'svg', 'math', 'select', 'table', 'tbody', 'thead', 'tfoot', 'tr', 'colgroup', 'frameset', 'plaintext'];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
/** Elements that end where one of these begins within them, unless a list or a table is in between. */
const ENDED_BY = [
	'p' => ['p'], 'li' => ['li'], 'dt' => ['dt', 'dd'], 'dd' => ['dt', 'dd'], 'td' => ['td', 'th', 'tr'], 'th' => ['td', 'th', 'tr'], 'tr' => ['tr'],
	'option' => ['option', 'optgroup'], 'rt' => ['rt', 'rp'], 'rp' => ['rt', 'rp'], 'a' => ['a'], 'button' => ['button'], 'form' => ['form'],
	'h1' => HEADINGS, 'h2' => HEADINGS, 'h3' => HEADINGS, 'h4' => HEADINGS, 'h5' => HEADINGS, 'h6' => HEADINGS,
];
const CONTAINERS = ['ul', 'ol', 'menu', 'dl', 'table'];
const BLOCKS = ['address', 'article', 'aside', 'blockquote', 'details', 'div', 'dl', 'fieldset', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'main', 'nav', 'ol', 'p', 'pre', 'section', 'table', 'ul'];

/** What stands in the head for a field of the metadata: the kind of tag, its attribute, and the name there. */
const HEAD = [
	'description' => ['meta', 'name', 'description'],
	'keywords' => ['meta', 'name', 'keywords'],
	'author' => ['meta', 'name', 'author'],
	'robots' => ['meta', 'name', 'robots'],
	'canonicalUrl' => ['link', 'rel', 'canonical'],
	'ogTitle' => ['meta', 'property', 'og:title'],
	'ogType' => ['meta', 'property', 'og:type'],
	'ogDescription' => ['meta', 'property', 'og:description'],
	'ogImageUrl' => ['meta', 'property', 'og:image'],
	'ogImageAlt' => ['meta', 'property', 'og:image:alt'],
	'ogSiteName' => ['meta', 'property', 'og:site_name'],
	'ogUrl' => ['meta', 'property', 'og:url'],
	'twitterCard' => ['meta', 'name', 'twitter:card'],
	'twitterTitle' => ['meta', 'name', 'twitter:title'],
	'twitterDescription' => ['meta', 'name', 'twitter:description'],
	'twitterImageUrl' => ['meta', 'name', 'twitter:image'],
	'twitterImageAlt' => ['meta', 'name', 'twitter:image:alt'],
	'twitterSite' => ['meta', 'name', 'twitter:site'],
	'twitterCreator' => ['meta', 'name', 'twitter:creator'],
	'themeColor' => ['meta', 'name', 'theme-color'],
];

/** Text as HTML, also for an attribute. Signs beyond ASCII are references unless the page is UTF-8. */
function text($value, $charset = 'UTF-8') {
	$html = htmlspecialchars((string) $value, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
	return strtoupper($charset) === 'UTF-8' ? $html : mb_encode_numericentity($html, [0x80, 0x10ffff, 0, 0x1fffff], 'UTF-8');
}

/** Whether a value is the address of a link, and not a text. */
function is_address($value) {
	return is_string($value) && preg_match('~^(https?://|mailto:|tel:)\S+$~iD', $value) === 1;
}

/** Whether an address shows an image: http, https, or of this website. Browsers read no signs up to a space. */
function is_image_address($value) {
	$read = preg_replace('/[\x00-\x20]+/', '', $value);
	return preg_match('~^https?:~i', $read) === 1 || preg_match('~^[a-z][a-z0-9+.-]*:~i', $read) === 0;
}

/** The tag of HTML that begins at a place: its name, attributes, and where it ends. Null if it has no end. */
function tag_at($html, $at) {
	if (!preg_match('~\G<(/?)([a-z][^\s/>]*)~i', $html, $found, 0, $at)) return null;
	$tag = ['name' => strtolower($found[2]), 'isEnd' => $found[1] === '/', 'attributes' => [], 'start' => $at];
	$at += strlen($found[0]);
	$length = strlen($html);
	while ($at < $length) {
		$at += strspn($html, " \t\r\n\f/", $at);
		if ($at < $length && $html[$at] === '>') return $tag + ['end' => $at + 1, 'isClosed' => $html[$at - 1] === '/'];
		// The name, and a value with quotes of either kind or without.
		if (!preg_match('~\G([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|\'([^\']*)\'|([^\s>"\'][^\s>]*)))?+(?!\s*=)~', $html, $found, PREG_OFFSET_CAPTURE | PREG_UNMATCHED_AS_NULL, $at)) return null;
		$name = strtolower($found[1][0]);
		$value = $found[2][0] ?? $found[3][0] ?? $found[4][0] ?? '';
		$end = $at + strlen($found[0][0]);
		$tag['attributes'] += [$name => ['value' => html_entity_decode($value, ENT_QUOTES | ENT_HTML5, 'UTF-8'), 'start' => $at, 'end' => $end]];
		$at = $end;
	}
	return null;
}

/** All tags of HTML in their order, without those in comments and scripts. Null if it is broken. */
function tags_of($html) {
	$tags = [];
	for ($at = strpos($html, '<'); $at !== false; $at = strpos($html, '<', $at)) {
		if (substr_compare($html, '<!--', $at, 4) === 0) {
			$end = preg_match('~\G<!--(?:-?>|.*?--!?>)~s', $html, $found, 0, $at) ? $at + strlen($found[0]) : false;
		} elseif (preg_match('~\G<[!?]|\G</[^a-z]~i', $html, $found, 0, $at)) {
			$end = strpos($html, '>', $at);
		} elseif (!preg_match('~\G</?[a-z]~i', $html, $found, 0, $at)) {
			$at++;
			continue;
		} else {
			$tag = tag_at($html, $at);
			if ($tag === null || $tag['name'] === 'plaintext') return null;
			$tags[] = $tag;
			$end = $tag['end'];
			if (!$tag['isEnd'] && in_array($tag['name'], RAW_TAGS, true)) {
				if (!preg_match('~</' . $tag['name'] . '(?=[\s/>])~i', $html, $found, PREG_OFFSET_CAPTURE, $end)) return null;
				$content = substr($html, $end, $found[0][1] - $end);
				// In such a script, the next end tag is text.
				if ($tag['name'] === 'script' && preg_match('~<!--.*<script~is', $content)) return null;
				$end = $found[0][1];
			}
		}
		if ($end === false) return null;
		$at = $end;
	}
	return $tags;
}

/** Whether a start tag ends one of the open elements, so that its own end tag ends something else. */
function is_ended($open, $name) {
	foreach (array_reverse($open) as $one) {
		if (in_array($name, ENDED_BY[$one] ?? [], true)) return true;
		if (in_array($one, CONTAINERS, true)) return false;
	}
	return false;
}

/**
 * The place of the tag that ends the element of another one. Null if what is within is not well nested, or a browser
 * would read another end into it.
 */
function end_of($tags, $place) {
	$open = [$tags[$place]['name']];
	$isForeign = 0;
	for ($next = $place + 1; isset($tags[$next]); $next++) {
		$tag = $tags[$next];
		$name = $tag['name'];
		if ($tag['isEnd']) {
			if (in_array($name, VOID_TAGS, true) || array_pop($open) !== $name) return null;
			$isForeign -= (int) ($name === 'svg' || $name === 'math');
			if (!$open) return $next;
		} elseif (!in_array($name, VOID_TAGS, true) && !($tag['isClosed'] && $isForeign > 0)) {
			if (is_ended($open, $name)) return null;
			if (in_array($name, BLOCKS, true) && in_array('p', $open, true)) return null;
			$open[] = $name;
			$isForeign += (int) ($name === 'svg' || $name === 'math');
		} elseif ($name === 'hr' && in_array('p', $open, true)) {
			return null;
		}
	}
	return null;
}

/** A start tag with other attributes: null removes one. */
function with_attributes($html, $tag, $changes, $charset) {
	$edits = [];
	$added = '';
	foreach ($changes as $name => $value) {
		$is = $value === null ? '' : $name . '="' . text($value, $charset) . '"';
		$old = $tag['attributes'][$name] ?? null;
		if ($old) $edits[] = [$old['start'], $old['end'], $is];
		elseif ($is !== '') $added .= " $is";
	}
	$behind = $tag['start'] + 1 + strlen($tag['name']);
	if ($added !== '') $edits[] = [$behind, $behind, $added];
	return $edits;
}

/** What an element becomes for the value of its field, as edits: from, to, and the HTML in between. */
function edits_for($html, $tags, $place, $value, $charset) {
	$tag = $tags[$place];
	$name = $tag['name'];
	if (is_array($value) && isset($value['url'])) {
		if ($name !== 'img' || !is_string($value['url']) || $value['url'] === '' || !is_image_address($value['url'])) return [];
		$alt = is_string($value['alt'] ?? null) ? $value['alt'] : '';
		return with_attributes($html, $tag, ['src' => $value['url'], 'alt' => $alt, 'srcset' => null, 'sizes' => null], $charset);
	}
	if (($name === 'a' || $name === 'area') && is_address($value)) return with_attributes($html, $tag, ['href' => $value], $charset);
	if (in_array($name, VOID_TAGS, true) || in_array($name, RAW_TAGS, true) || in_array($name, CLOSED_TAGS, true)) return [];
	$last = end_of($tags, $place);
	if ($last === null) return [];
	[$from, $to] = [$tag['end'], $tags[$last]['start']];
	if (is_string($value) && $value !== '') {
		return [[$from, $to, str_replace("\n", '<br>', text(str_replace(["\r\n", "\r"], "\n", $value), $charset))]];
	}
	$texts = is_array($value) ? array_filter($value, 'is_string') : [];
	$pattern = $tags[$place + 1];
	if (!$texts || $place + 1 === $last || in_array($pattern['name'], array_merge(VOID_TAGS, RAW_TAGS, CLOSED_TAGS), true)) return [];
	$end = end_of($tags, $place + 1);
	if ($end === null) return [];
	$opening = substr($html, $pattern['start'], $pattern['end'] - $pattern['start']);
	$closing = substr($html, $tags[$end]['start'], $tags[$end]['end'] - $tags[$end]['start']);
	// Only the first has the id.
	$id = $pattern['attributes']['id'] ?? null;
	$others = $id ? substr_replace($opening, '', $id['start'] - $pattern['start'], $id['end'] - $id['start']) : $opening;
	$items = '';
	foreach ($texts as $one) $items .= ($items === '' ? $opening : $others) . text($one, $charset) . $closing;
	return [[$from, $to, $items]];
}

/** A field of the metadata as one text. Nothing if it is what every page has that says nothing else. */
function line_of($metadata, $field) {
	$value = $metadata[$field] ?? '';
	if (is_array($value)) return implode(', ', array_filter($value, 'is_string'));
	return is_string($value) && $value !== (['ogType' => 'website', 'twitterCard' => 'summary'][$field] ?? '') ? $value : '';
}

/** The edits of a head: title, meta tags, and what is added before its end. */
function edits_of_head($html, $tags, $metadata, $added, $charset) {
	$edits = [];
	$known = [];
	$end = null;
	foreach ($tags as $place => $tag) {
		if ($tag['name'] === 'body' || ($tag['name'] === 'head' && $tag['isEnd'])) {
			$end = $tag['name'] === 'head' ? $tag['start'] : null;
			break;
		}
		if ($tag['isEnd']) continue;
		$title = line_of($metadata, 'title');
		if ($tag['name'] === 'title' && $title !== '' && !isset($known['title'])) {
			$known['title'] = true;
			$edits[] = [$tag['end'], $tags[$place + 1]['start'], text($title, $charset)];
		}
		foreach (HEAD as $field => [$name, $attribute, $called]) {
			$value = line_of($metadata, $field);
			$is = strtolower(trim($tag['attributes'][$attribute]['value'] ?? ''));
			if ($tag['name'] !== $name || $is !== $called || $value === '') continue;
			$known[$field] = true;
			array_push($edits, ...with_attributes($html, $tag, [$name === 'link' ? 'href' : 'content' => $value], $charset));
		}
	}
	if ($end === null) return $edits;
	$missing = '';
	foreach (HEAD as $field => [$name, $attribute, $called]) {
		$value = line_of($metadata, $field);
		if (isset($known[$field]) || $value === '') continue;
		$missing .= "<$name $attribute=\"$called\" " . ($name === 'link' ? 'href' : 'content') . '="' . text($value, $charset) . "\">\n";
	}
	$edits[] = [$end, $end, $missing . $added];
	return $edits;
}

/**
 * A page with the words of an answer, and with `$added` at the end of its head. What is broken, or may be read in
 * another way, stays as it is.
 */
function filled($html, $content, $added = '', $charset = 'UTF-8') {
	$tags = tags_of($html);
	if (!$tags) return $html;
	$fields = is_array($content['fields'] ?? null) ? $content['fields'] : [];
	// Where nobody has written a title or an address, they are the name and the URL of the page in Footfall.
	$usual = [$content['title'] ?? '', $content['url'] ?? ''];
	$metadata = is_array($content['metadata'] ?? null) ? $content['metadata'] : [];
	$metadata = array_filter($metadata, fn ($value) => !in_array($value, $usual, true));
	$edits = edits_of_head($html, $tags, $metadata, $added, $charset);
	$done = 0;
	foreach ($tags as $place => $tag) {
		$name = $tag['attributes']['data-footfall']['value'] ?? null;
		if ($tag['isEnd'] || $tag['start'] < $done || $name === null || !array_key_exists($name, $fields)) continue;
		$new = edits_for($html, $tags, $place, $fields[$name], $charset);
		array_push($edits, ...$new);
		foreach ($new as [, $to]) $done = max($done, $to);
	}
	// From the end, so that no edit moves another.
	usort($edits, fn ($a, $b) => $b[0] <=> $a[0]);
	foreach ($edits as [$from, $to, $with]) $html = substr_replace($html, $with, $from, $to - $from);
	return $html;
}

/** The website as visitors see it: scheme, host and port. */
function site() {
	$parts = wp_parse_url(defined('FOOTFALL_SITE') ? FOOTFALL_SITE : home_url());
	return $parts['scheme'] . '://' . $parts['host'] . (isset($parts['port']) ? ':' . $parts['port'] : '');
}

/** Whether the request may be for a page with words, and not for a file or for WordPress itself. */
function is_page($path) {
	if (!defined('FOOTFALL_URL') || !defined('FOOTFALL_KEY') || is_admin()) return false;
	if (!in_array($_SERVER['REQUEST_METHOD'] ?? '', ['GET', 'HEAD'], true) || isset($_GET['rest_route'])) return false;
	// With these parameters WordPress shows something else than the path says, such as a search.
	$read = array_intersect_key($_GET, array_flip($GLOBALS['wp']->public_query_vars));
	if (array_diff_key($read, get_option('permalink_structure') ? [] : PAGE_NUMBERS)) return false;
	return preg_match('~/wp-(admin|content|includes|json)(/|$)|/feed/?$|\.(?!html?$|php$)\w+$~i', $path) === 0;
}

/** Says what is wrong in the log of PHP, once an hour. */
function say($what) {
	if (get_transient('footfall_said') === $what) return;
	set_transient('footfall_said', $what, HOUR_IN_SECONDS);
	error_log("Footfall: $what");
}

/**
 * Asks the service. Null if it does not answer, or refuses the key; false if it refuses this question alone; otherwise a
 * list of the status, the answer, its age and how long it is used, in seconds.
 */
function ask($address, $preview) {
	$query = http_build_query(['url' => $address] + ($preview === '' ? [] : ['preview' => $preview]), '', '&', PHP_QUERY_RFC3986);
	$response = wp_remote_get(rtrim(FOOTFALL_URL, '/') . "/v0/page_links/resolve?$query", [
		'timeout' => DEADLINE,
		'redirection' => 0,
		'limit_response_size' => 1048576,
		'headers' => ['x-api-key' => FOOTFALL_KEY],
	]);
	if (is_wp_error($response)) return null;
	$status = wp_remote_retrieve_response_code($response);
	if ($status === 401 || $status === 403) say("the service refuses the key of FOOTFALL_KEY ($status).");
	$answer = json_decode(wp_remote_retrieve_body($response), true);
	if ($status === 404 && ($answer['code'] ?? '') === 'page_link_not_found') return [404, null, 0, FRESH];
	if ($status === 400 || $status === 429) return false;
	if ($status !== 200 || !is_array($answer['content'] ?? null)) return null;
	preg_match('/max-age=(\d+)/', (string) wp_remote_retrieve_header($response, 'cache-control'), $found);
	$age = (int) wp_remote_retrieve_header($response, 'age');
	// With the words of all versions of a test, no draw is kept.
	return [200, $answer, $age, empty($answer['experiment']['arms']) ? min(FRESH, (int) ($found[1] ?? 0)) : max(0, FRESH - $age)];
}

/**
 * Whether a visitor asks for a path as browsers write it, apart from slashes. A link may be found by any number of others,
 * with escaped letters, or a dot of a sentence behind it.
 */
function is_own($path, $own) {
	$read = fn ($one) => rawurldecode(preg_replace('~/+(?=/|$)~', '', $one));
	// Letters, digits, - . _ and ~ have no escape, and other escapes have capital letters.
	return $read($path) === $read($own) && preg_match('~%(2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE]|.?[a-f])|[\x80-\xff]~', $path) === 0;
}

/**
 * The answer for a path: a minute old at most while the service answers, and an hour when it does not. Null if nobody
 * has other words than the page. An answer to a preview is never kept.
 */
function words_of($path, $preview) {
	// Without pretty addresses, a page is known by its number.
	$query = get_option('permalink_structure') ? [] : array_filter(array_intersect_key($_GET, PAGE_NUMBERS), 'is_string');
	$address = site() . $path . ($query ? '?' . http_build_query($query) : '');
	if ($preview !== '' && !get_transient('footfall_down')) {
		$asked = ask($address, $preview);
		if ($asked) return $asked[1];
		if ($asked === null) set_transient('footfall_down', 1, PAUSE);
	}
	// However many slashes a visitor types, the path is one.
	$name = 'footfall_' . md5(FOOTFALL_URL . FOOTFALL_KEY . preg_replace('~/+(?=/|\?|$)~', '', $address));
	$now = time();
	$kept = get_transient($name);
	if (is_array($kept) && $now < $kept['until']) return $kept['answer'];
	$missed = array_filter(get_transient('footfall_missed') ?: [], fn ($until) => $now < $until);
	if (isset($missed[$name])) return null;
	$last = is_array($kept) && $now - $kept['at'] < KEPT ? $kept['answer'] : null;
	if (get_transient('footfall_down')) return $last;
	$asked = ask($address, '');
	if (!$asked) {
		// What is refused says nothing of other paths, such as a visitor who tries made-up ones.
		if ($asked === null) set_transient('footfall_down', 1, PAUSE);
		return $last;
	}
	[$status, $answer, $age, $fresh] = $asked;
	if ($status === 404) {
		set_transient('footfall_missed', array_slice($missed, 1 - MOST_MISSED) + [$name => $now + FRESH], FRESH);
		delete_transient($name);
	} elseif ($age < KEPT && is_own($path, $answer['path'] ?? wp_parse_url($answer['content']['url'] ?? '', PHP_URL_PATH) ?: '/')) {
		set_transient($name, ['answer' => $answer, 'at' => $now - $age, 'until' => $now + $fresh], KEPT - $age);
	}
	return $answer;
}

/**
 * What a visitor gets of an answer: of a running test, the version of their arm. Without a visitor it is drawn.
 * docs/developers/experiments.md has the rule.
 */
function chosen($answer, $visitor) {
	['experimentId' => $id, 'arms' => $arms] = ($answer['experiment'] ?? []) + ['experimentId' => '', 'arms' => []];
	if (!$arms) return $answer;
	$hash = hash('sha256', "$id:$visitor");
	$share = $visitor === '' ? mt_rand() / (mt_getrandmax() + 1) : hexdec(substr($hash, 0, 8)) / 2 ** 32;
	$unit = $visitor === '' ? null : strtr(rtrim(base64_encode(hex2bin(substr($hash, 0, 16))), '='), '+/', '-_');
	$place = $share * array_sum(array_column($arms, 'weight'));
	foreach ($arms as $arm) if (($place -= $arm['weight']) < 0) break;
	unset($arm['weight']);
	return $arm + ['experiment' => ['experimentId' => $id, 'unit' => $unit]] + $answer;
}

/** The tag of the tracker, unless the key may read more than a page may show. */
function script_tag($answer) {
	// Only a key with `read` is told whom a link was made for.
	$isOpen = !array_key_exists('personId', $answer);
	$key = defined('FOOTFALL_COLLECT_KEY') ? FOOTFALL_COLLECT_KEY : ($isOpen ? FOOTFALL_KEY : '');
	if ($key === '') say('FOOTFALL_KEY can read more than words, so pages have no script tag: set FOOTFALL_COLLECT_KEY.');
	$attributes = ['src' => rtrim(FOOTFALL_URL, '/') . '/visit.js', 'data-key' => $key, 'data-page' => $answer['pageId'] ?? '', 'data-audience' => $answer['audienceId'] ?? '',
		'data-version' => $answer['versionId'] ?? '', 'data-experiment' => $answer['experiment']['experimentId'] ?? '', 'data-unit' => $answer['experiment']['unit'] ?? ''];
	$html = '';
	foreach ($attributes as $name => $value) if ($value !== '') $html .= " $name=\"" . text($value) . '"';
	return $key === '' ? '' : "<script async$html></script>\n";
}

/** Takes the words of the request, and leads a link to its page, before WordPress looks for one. */
function begin() {
	static $hasBegun = false;
	if ($hasBegun) return;
	$hasBegun = true;
	[$path, $query] = explode('?', strtok($_SERVER['REQUEST_URI'] ?? '/', '#'), 2) + ['', ''];
	if (!is_page($path)) return;
	$preview = is_string($_GET['footfall_preview'] ?? null) ? wp_unslash($_GET['footfall_preview']) : '';
	$answer = words_of($path, $preview);
	$visitor = apply_filters('footfall_visitor', '');
	if ($answer) $answer = chosen($answer, is_scalar($visitor) ? (string) $visitor : '');
	add_action('template_redirect', fn () => fill_output($answer, $preview), 0);
	$page = is_string($answer['content']['url'] ?? null) ? wp_parse_url($answer['content']['url']) : null;
	if (empty($answer['path']) || empty($page['host']) || host_of($page) !== host_of(wp_parse_url(site()))) return;
	$to = $page['path'] ?? '/';
	$own = $page['query'] ?? '';
	if ($own === '' && untrailingslashit(rawurldecode($to)) === untrailingslashit(rawurldecode($path))) return;
	parse_str($own, $parameters);
	$_GET = $parameters + $_GET;
	$_SERVER['REQUEST_URI'] = rtrim("$to?" . trim("$own&$query", '&'), '?');
	unset($_SERVER['PATH_INFO']);
	// The address of the link stays, however WordPress spells the one of the page.
	remove_action('template_redirect', 'redirect_canonical');
}

/** The host and port of a parsed address, without `www.`. */
function host_of($parts) {
	return preg_replace('/^www\./', '', strtolower($parts['host'] ?? '')) . ':' . ($parts['port'] ?? '');
}

/** Fills what WordPress writes from now on. */
function fill_output($answer, $preview) {
	if (is_feed() || is_robots() || is_trackback()) return;
	$isHidden = $preview !== '' || !empty($answer['personId']);
	if ($isHidden) header('X-Robots-Tag: noindex');
	// A cache would serve a draft, or one version of a test, to all.
	if ($preview !== '' || !empty($answer['experiment'])) {
		if (!defined('DONOTCACHEPAGE')) define('DONOTCACHEPAGE', true);
		header('Cache-Control: private, no-store');
	}
	if (!$answer) return;
	if ($isHidden) $answer['content']['metadata']['robots'][] = 'noindex';
	$write = function ($html) use ($answer, $preview) {
		try {
			foreach (headers_list() as $line) if (preg_match('~^content-type:(?!\s*text/html)~i', $line)) return $html;
			$hasOwn = preg_match('~<script[^>]+/visit\.js~i', $html) === 1;
			return filled($html, $answer['content'], $preview !== '' || $hasOwn ? '' : script_tag($answer), get_bloginfo('charset'));
		} catch (\Throwable $error) {
			error_log('Footfall: ' . $error->getMessage());
			return $html;
		}
	};
	// It is not flushed before its end: a part of a page cannot be filled.
	ob_start($write, 0, PHP_OUTPUT_HANDLER_STDFLAGS ^ PHP_OUTPUT_HANDLER_FLUSHABLE);
}

add_filter('do_parse_request', function ($does) {
	begin();
	return $does;
});

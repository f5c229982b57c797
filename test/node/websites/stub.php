<?php
// A WordPress of a few lines, for `php -S`: the functions that the plugin calls, and pages that are files. Its hooks come
// in the order of WordPress, transients are files in STATE, and `wp_remote_get` waits as long as it is told.

define('HOUR_IN_SECONDS', 3600);
foreach (['FOOTFALL_URL', 'FOOTFALL_KEY', 'FOOTFALL_SITE', 'FOOTFALL_COLLECT_KEY'] as $name)
	if (getenv($name)) define($name, getenv($name));

// Some of the parameters that WordPress reads itself.
$wp = (object) ['public_query_vars' => ['m', 'p', 's', 'cat', 'page', 'page_id', 'preview', 'author']];
$hooks = [];
function add_filter($name, $run, $priority = 10) { $GLOBALS['hooks'][$name][] = $run; }
function add_action($name, $run, $priority = 10) { add_filter($name, $run, $priority); }
function remove_action($name, $run) {
	$GLOBALS['hooks'][$name] = array_filter($GLOBALS['hooks'][$name] ?? [], fn ($one) => $one !== $run);
}
function run_hooks($name, $value = null) {
	foreach ($GLOBALS['hooks'][$name] ?? [] as $run) $value = $run($value);
	return $value;
}
function apply_filters($name, $value) { return run_hooks($name, $value); }
function is_user_logged_in() { return isset($_COOKIE['signed_in']); }
function get_current_user_id() { return (int) $_COOKIE['signed_in']; }
function home_url() { return 'http://' . $_SERVER['HTTP_HOST']; }
function wp_parse_url($url, $component = -1) { return parse_url($url, $component); }
function wp_unslash($value) { return stripslashes($value); }
function untrailingslashit($path) { return rtrim($path, '/'); }
function get_option($name) { return '/%postname%/'; }
function get_bloginfo($name) { return 'UTF-8'; }
function is_admin() { return false; }
function is_feed() { return false; }
function is_robots() { return false; }
function is_trackback() { return false; }

function transient($name) { return getenv('STATE') . "/$name"; }
function get_transient($name) {
	if (!is_file(transient($name))) return false;
	[$until, $value] = unserialize(file_get_contents(transient($name)));
	return $until > time() ? $value : false;
}
function set_transient($name, $value, $seconds) {
	// The longest name that WordPress stores.
	if (strlen($name) > 172) throw new Exception("too long: $name");
	file_put_contents(transient($name), serialize([time() + $seconds, $value]), LOCK_EX);
}
function delete_transient($name) { if (is_file(transient($name))) unlink(transient($name)); }

class WP_Error {}
function is_wp_error($value) { return $value instanceof WP_Error; }
function wp_remote_get($url, $options) {
	$headers = array_map(fn ($name, $value) => "$name: $value", array_keys($options['headers']), $options['headers']);
	$context = stream_context_create(['http' => [
		'header' => $headers, 'timeout' => $options['timeout'], 'ignore_errors' => true, 'follow_location' => 0,
	]]);
	$body = @file_get_contents($url, false, $context);
	if ($body === false) return new WP_Error;
	$fields = [];
	foreach ($http_response_header as $line) {
		[$name, $value] = explode(': ', $line, 2) + ['', ''];
		$fields[strtolower($name)] = $value;
	}
	return ['status' => (int) explode(' ', $http_response_header[0])[1], 'headers' => $fields, 'body' => $body];
}
function wp_remote_retrieve_response_code($response) { return $response['status']; }
function wp_remote_retrieve_header($response, $name) { return $response['headers'][$name] ?? ''; }
function wp_remote_retrieve_body($response) { return $response['body']; }

// The clock of what is kept: a test lets an answer get older.
if ($_SERVER['REQUEST_URI'] === '/test-ages') {
	foreach (glob(getenv('STATE') . '/footfall_*') as $file) {
		[$until, $value] = unserialize(file_get_contents($file));
		if (basename($file) === 'footfall_down') unlink($file);
		elseif (isset($value['at'])) {
			$value = ['at' => $value['at'] - 61, 'until' => $value['until'] - 61] + $value;
			file_put_contents($file, serialize([$until - 61, $value]));
		}
	}
	exit;
}

// WordPress leads to the spelling of an address that it has itself, with a slash at its end.
function redirect_canonical() {
	$path = strtok($_SERVER['REQUEST_URI'], '?');
	if (substr($path, -1) === '/' || !is_file(getenv('PAGES') . "$path.html")) return;
	header("Location: $path/", true, 301);
	exit;
}
add_action('template_redirect', 'redirect_canonical');

// What the website has of its own, such as the functions of its theme.
if (getenv('THEME')) require getenv('THEME');
require getenv('PLUGIN');
run_hooks('do_parse_request', true);
$path = strtok($_SERVER['REQUEST_URI'], '?');
$page = getenv('PAGES') . ($path === '/' ? '/home.html' : rtrim($path, '/') . '.html');
http_response_code(is_file($page) ? 200 : 404);
header('Content-Type: text/html; charset=UTF-8');
run_hooks('template_redirect');
echo is_file($page) ? file_get_contents($page) : '<!doctype html><title>Not found</title><h1>Not found</h1>';

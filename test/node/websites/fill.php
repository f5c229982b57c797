<?php
// Fills pages with the functions of the plugin: cases as JSON in, HTML out.
function add_filter() {}
require $argv[1];
$cases = json_decode(stream_get_contents(STDIN), true);
echo json_encode(array_map(
	fn ($case) => Footfall\filled($case['html'], ($case['page'] ?? []) + ['fields' => $case['fields'] ?? [], 'metadata' => $case['metadata'] ?? []], '', $case['charset'] ?? 'UTF-8'),
	$cases
));

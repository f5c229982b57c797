<?php
// Chooses the arms of visitors with the function of the plugin: pairs of an answer and a visitor as JSON in, answers out.
function add_filter() {}
require $argv[1];
echo json_encode(array_map(fn ($case) => Footfall\chosen(...$case), json_decode(stream_get_contents(STDIN), true)));
